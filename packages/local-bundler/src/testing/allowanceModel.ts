/** An allowance as a person would keep it on paper. Times in seconds. */
export type AllowanceModel = {
  amount: bigint
  start: number
  period: number
  entries: { time: number; amount: bigint }[]
}

/** In which period a time is; all of life is one when there is no period. */
const periodOf = ({ start, period }: AllowanceModel, time: number): number =>
  period === 0 ? 0 : Math.floor((time - start) / period)

/** What is spent in the period of `time`; nothing before the start. */
export function spentAt(model: AllowanceModel, time: number): bigint {
  if (time < model.start) return 0n
  return model.entries
    .filter((entry) => periodOf(model, entry.time) === periodOf(model, time))
    .reduce((sum, { amount }) => sum + amount, 0n)
}

/** Writes it down if the rest is enough; whether it was. */
export function spend(model: AllowanceModel, time: number, amount: bigint): boolean {
  if (time < model.start || spentAt(model, time) + amount > model.amount) return false
  model.entries.push({ time, amount })
  return true
}
