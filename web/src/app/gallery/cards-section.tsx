import { Ellipsis, Film } from 'lucide-react'
import { still } from '../../../../seed/answers/pictures.ts'
import { Button } from '../../ui/forms/button.tsx'
import { IconButton } from '../../ui/forms/icon-button.tsx'
import { Badge } from '../../ui/marks/badge.tsx'
import { Frame } from '../../ui/marks/frame.tsx'
import { ModalityChip } from '../../ui/marks/modality-chip.tsx'
import { StatusBadge } from '../../ui/marks/status-badge.tsx'
import { Tier } from '../../ui/marks/tier.tsx'
import { SectionHead } from '../../ui/page/page-header.tsx'
import { Rule } from '../../ui/page/rule.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

function CollectionCard({ name, expired, picture }: { name: string; expired: boolean; picture: string | null }) {
  return (
    <article className={expired ? 'collection is-expired' : 'collection'}>
      <Frame src={picture} dim={expired}>
        {expired && <Badge>EXPIRED</Badge>}
      </Frame>
      <div className="body">
        <div className="flex items-center gap-2">
          <h3 className="flex-1 truncate">{name}</h3>
          {!expired && <IconButton icon={Ellipsis} label={`More for ${name}`} size="sm" />}
        </div>
        <div className="meta">
          <span>15 videos</span>
          <span>7h 34m 8s</span>
        </div>
        <div className="made">
          <span className="meta">Created on November 18, 2025</span>
          {!expired && <Button size="sm">Explore</Button>}
        </div>
      </div>
    </article>
  )
}

function MatchCard() {
  return (
    <article className="match">
      <Frame src={still(30)} timecode="0:38 – 0:44" timecodeAt="left">
        <Rule from={0.15} length={0.024} />
      </Frame>
      <div>
        <div className="top">
          <Tier score={0.96} />
          <ModalityChip type="ocr" />
          <ModalityChip type="speech" />
        </div>
        <p className="text mt-1">
          MAIN STAY · HOPADILLO <mark>IPA</mark> · RODEO CLOWN DOUBLE <mark>IPA</mark>
        </p>
        <div className="name mt-0.5 truncate">Taproom film, cut 3.mp4</div>
      </div>
    </article>
  )
}

/** Cards in their states. */
export function CardsSection() {
  return (
    <>
      <SectionHead title="Collections" count={3} />
      <div className="grid-collections">
        <CollectionCard name="Autumn campaign" expired={false} picture={still(200)} />
        <CollectionCard name="Crossing counts" expired picture={still(120)} />
        <CollectionCard name="Nothing in it yet" expired={false} picture={null} />
        <CollectionCard name="Picture that does not load" expired={false} picture="/missing.webp" />
      </div>
      <SectionHead title="Videos and matches" />
      <div className="grid-videos">
        <article className="video">
          <Frame src={still(260)} timecode="1:08">
            <Rule length={0.64} kind="busy" />
          </Frame>
          <div>
            <h3 className="truncate">Board inserts.mov</h3>
            <div className="line">
              <StatusBadge status="PROCESSING_OCR" percentage={64} />
            </div>
          </div>
        </article>
        <article className="video">
          <Frame src={null} timecode={null} empty={<Film className="icon" aria-hidden="true" />} />
          <div>
            <h3 className="truncate">Lane, overhead.mp4</h3>
            <div className="line">
              <StatusBadge status="FAILED" percentage={0} />
              <Button variant="ghost" size="sm">
                Retry
              </Button>
            </div>
          </div>
        </article>
        <MatchCard />
        <div className="video">
          <Skeleton className="aspect-video" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      </div>
    </>
  )
}
