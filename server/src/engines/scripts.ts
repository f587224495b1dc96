/** Letters of the scripts without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u
