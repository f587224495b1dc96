/** Words that carry no content of their own (function words of English). */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and another any anybody anyone anything are as at be became because been before
  being below between both but by can cannot could did do does doing done down during each either else etc ever every everybody
  everyone everything few for from further get gets getting give gives go goes going gone got had has have having he her here hers
  herself him himself his how i if in inside into is it its itself just kind let lets like lot lots made make makes many may maybe
  me might more most much must my myself near neither next nor now of off often on once one only onto or other others our ours
  ourselves out outside over own part per please put quite rather really same shall she should since so some somebody someone something
  somewhere sort still such than that the their theirs them themselves then there these they thing things this those though through
  till to together too toward towards under until up upon us use used using very via was way we well were what whatever when where
  whether which while who whole whom whose why will with within would yes yet you your yours yourself yourselves`.split(
    /\s+/,
  ),
)
