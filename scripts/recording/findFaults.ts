import type { Card } from './findCard.ts'

/** What was measured in one frame. */
export type Measured = {
  /** When it was drawn, ms. */
  at: number
  card?: Card | undefined
}

export type FaultKind = 'blank' | 'jump' | 'shake' | 'flicker'

/** @property frame its number, from 1 */
export type Fault = { frame: number; kind: FaultKind; says: string }

/** A view with two words on it has more than this that is not its ground. */
const BLANK = 0.998
/** Pixels that may be gained or lost at once: a line of text that wraps. */
const LEAST_JUMP = 24
/** The part of a move that its largest step may be. A height moves in 150 ms, and has gone two thirds of its way in 75. */
const LARGEST_STEP = 0.8
/** ms between two frames in which a move may have come and gone unseen: nothing can be said of these. */
const UNSEEN = 60
/** Frames without a step in the middle of a move: of a busy machine's there are few. */
const STILL = 6
/** Pixels by which a move that turns round is seen to. */
const LEAST_TURN = 16
/** ms within which it has turned round; later it is another move. */
const TURN_TIME = 400
/** ms that nobody has closed and opened the modal in. */
const FLICKER_TIME = 200
/** ms for which a card has to be there that can be said to go, or to come back; less, and it fades in or out. */
const THERE = 300

type Step = { frame: number; by: number; gap: number; at: number }

/** The ways of the card's edge from frame to frame, in runs in which the card is there all the time. */
function stepsOf(frames: readonly Measured[]): Step[][] {
  const runs: Step[][] = [[]]
  frames.forEach(({ at, card }, index) => {
    const before = frames[index - 1]
    if (card && before?.card)
      runs.at(-1)?.push({ frame: index + 1, by: card.top - before.card.top, gap: at - before.at, at })
    else if (runs.at(-1)?.length) runs.push([])
  })
  return runs
}

/** Steps in one direction that follow each other; a moment in which nothing moves, as on a busy machine, is part of them. */
function movesOf(steps: readonly Step[]): Step[][] {
  const moves: Step[][] = []
  for (const step of steps.filter(({ by }) => by !== 0)) {
    const move = moves.at(-1)
    const last = move?.at(-1)
    const isSame = last && step.frame - last.frame <= STILL && Math.sign(last.by) === Math.sign(step.by)
    if (move && isSame) move.push(step)
    else moves.push([step])
  }
  return moves
}

const lengthOf = (move: readonly Step[]) => move.reduce((sum, { by }) => sum + by, 0)

function jumpsOf(moves: readonly Step[][]): Fault[] {
  return moves.flatMap((move) => {
    const length = Math.abs(lengthOf(move))
    const largest = move.reduce((most, step) => (Math.abs(step.by) > Math.abs(most.by) ? step : most))
    const isJump =
      length > LEAST_JUMP && largest.gap <= UNSEEN && Math.abs(largest.by) >= LARGEST_STEP * length
    if (!isJump) return []
    const { frame, by, gap } = largest
    const says = `the card jumps by ${Math.abs(by)} px ${by < 0 ? 'up' : 'down'} within ${Math.round(gap)} ms`
    return [{ frame, kind: 'jump' as const, says }]
  })
}

function turnsOf(moves: readonly Step[][]): Fault[] {
  return moves.flatMap((move, index) => {
    const [first] = move
    const before = moves[index - 1]
    const turned = before?.at(-1)
    if (!first || !before || !turned) return []
    const lengths = [lengthOf(before), lengthOf(move)] as const
    const isTurn =
      Math.sign(lengths[0]) !== Math.sign(lengths[1]) &&
      lengths.every((length) => Math.abs(length) >= LEAST_TURN) &&
      first.at - turned.at <= TURN_TIME
    if (!isTurn) return []
    const says = `the card goes ${Math.abs(lengths[0])} px one way and ${Math.abs(lengths[1])} px back`
    return [{ frame: first.frame, kind: 'shake' as const, says }]
  })
}

/** For how long the card has been there up to a frame, or is there from it on, ms. */
function standsFor(frames: readonly Measured[], index: number, direction: 1 | -1): number {
  let end = index
  while (frames[end + direction]?.card) end += direction
  return frames[index]?.card ? Math.abs((frames[end]?.at ?? 0) - (frames[index]?.at ?? 0)) : 0
}

/** A card that is gone for a moment, between two times that it stands. */
function flickersOf(frames: readonly Measured[]): Fault[] {
  return frames.flatMap(({ card }, index) => {
    if (card || !frames[index - 1]?.card) return []
    const back = frames.findIndex((frame, later) => later > index && frame.card)
    const gone = (frames[back]?.at ?? Number.POSITIVE_INFINITY) - (frames[index - 1]?.at ?? 0)
    if (gone > FLICKER_TIME || standsFor(frames, index - 1, -1) < THERE || standsFor(frames, back, 1) < THERE)
      return []
    const says = `the card is gone for ${Math.round(gone)} ms`
    return [{ frame: index + 1, kind: 'flicker' as const, says }]
  })
}

/** Frames that follow each other with nothing in the card are one fault. */
function blanksOf(frames: readonly Measured[]): Fault[] {
  const isBlank = (frame: Measured | undefined) => (frame?.card?.plain ?? 0) >= BLANK
  return frames.flatMap((frame, index) => {
    if (!isBlank(frame) || isBlank(frames[index - 1])) return []
    const end = frames.slice(index).findIndex((one) => !isBlank(one))
    const count = end < 0 ? frames.length - index : end
    const says = `the card is drawn with nothing in it${count > 1 ? `, in ${count} frames` : ''}`
    return [{ frame: index + 1, kind: 'blank' as const, says }]
  })
}

/**
 * Finds what no frame of a recording may show:
 * - a card that is drawn with nothing below its header;
 * - a card whose edge jumps: it moves by more than a line of text, and most of that between two frames;
 * - a card that moves one way and at once back again;
 * - a card that is gone for a moment.
 */
export function findFaults(frames: readonly Measured[]): Fault[] {
  const moves = stepsOf(frames).map(movesOf)
  return [
    ...blanksOf(frames),
    ...flickersOf(frames),
    ...moves.flatMap(jumpsOf),
    ...moves.flatMap(turnsOf),
  ].sort((a, b) => a.frame - b.frame)
}
