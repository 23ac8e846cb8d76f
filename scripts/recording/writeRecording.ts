import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Fault } from './findFaults.ts'
import type { Mark, Shot } from './screencast.ts'
import { type IndexFrame, writeIndex } from './writeIndex.ts'

type Recorded = { shots: readonly Shot[]; marks: readonly Mark[]; faults: readonly Fault[] }

/** ms that a frame stands in the film at most: nobody has to wait where nothing moves. */
const LONGEST = 800

const nameOf = (number: number) => `frames/${String(number).padStart(4, '0')}.jpg`

/** Frames that differ from the one before, with how long each was on the screen. */
function distinct(shots: readonly Shot[]): (Shot & { number: number; lasts: number })[] {
  const kept: (Shot & { number: number; lasts: number })[] = []
  shots.forEach((shot, index) => {
    const lasts = (shots[index + 1]?.at ?? shot.at + LONGEST) - shot.at
    const last = kept.at(-1)
    if (last?.jpeg.equals(shot.jpeg)) last.lasts += lasts
    else kept.push({ ...shot, number: index + 1, lasts })
  })
  return kept
}

/**
 * Writes the frames that differ, a film of them, and the page that shows them with their times and what was done.
 *
 * @returns the page
 */
export async function writeRecording(folder: string, { shots, marks, faults }: Recorded): Promise<string> {
  mkdirSync(join(folder, 'frames'))
  const frames = distinct(shots)
  for (const { number, jpeg } of frames) writeFileSync(join(folder, nameOf(number)), jpeg)
  const delay = frames.map(({ lasts }) => Math.round(Math.min(lasts, LONGEST)))
  await sharp(
    frames.map(({ jpeg }) => jpeg),
    { join: { animated: true }, limitInputPixels: false },
  )
    .webp({ delay, loop: 0, quality: 70, effort: 0 })
    .toFile(join(folder, 'recording.webp'))
  const begin = shots[0]?.at ?? 0
  const shown: IndexFrame[] = frames.map(({ number, at, lasts }) => ({
    number,
    name: nameOf(number),
    time: Math.round(at - begin),
    lasts: Math.round(lasts),
  }))
  const index = join(folder, 'index.html')
  const done = marks.map(({ at, what }) => ({ time: Math.round(at - begin), what }))
  writeFileSync(index, writeIndex({ frames: shown, done, faults, film: 'recording.webp' }))
  return index
}
