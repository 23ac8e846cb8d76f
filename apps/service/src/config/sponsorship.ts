import * as z from 'zod'

/** Wei as a decimal string: JSON numbers lose digits. */
const wei = z.string().regex(/^(?:0|[1-9][0-9]{0,29})$/, 'write wei as a whole number in quotes')
const operations = z.int().min(0).max(10_000_000)

const budgetSchema = z.strictObject({
  /** What all accounts of the project may cost in a day (UTC) on one network. 0: nothing is paid. */
  weiPerDay: wei,
  operationsPerDay: operations,
  /** The same for one account. */
  weiPerAccountDay: wei,
  operationsPerAccountDay: operations,
})

/** What an operator sets; what is left out is as `DEFAULT_SPONSORSHIP` says. */
export const sponsorshipSchema = z.strictObject({
  ...budgetSchema.partial().shape,
  /** Other numbers for single networks, by chain id. */
  networks: z.record(z.string().regex(/^[1-9][0-9]{0,15}$/), budgetSchema.partial()).optional(),
})

/** How much the operator's paymaster pays for a project, on each network. */
export type Sponsorship = z.output<typeof sponsorshipSchema>
export type Budget = z.output<typeof budgetSchema>

const NUMBERS = { operationsPerDay: 1_000, operationsPerAccountDay: 100 }

/** Nobody is paid for in production unless the operator says so. */
export const DEFAULT_SPONSORSHIP: Readonly<Record<'development' | 'production', Budget>> = {
  development: { ...NUMBERS, weiPerDay: '1000000000000000000', weiPerAccountDay: '200000000000000000' },
  production: { ...NUMBERS, weiPerDay: '0', weiPerAccountDay: '200000000000000000' },
}

/** The budget of a project on one network. */
export function budgetOf(
  { mode, sponsorship = {} }: { mode: 'development' | 'production'; sponsorship?: Sponsorship | undefined },
  chainId: number,
): Budget {
  const { networks, ...everywhere } = sponsorship
  const set = { ...everywhere, ...networks?.[String(chainId)] }
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  return { ...DEFAULT_SPONSORSHIP[mode], ...given }
}

/** Whether a budget pays for anything at all. */
export const isAnything = (budget: Budget): boolean =>
  budget.weiPerDay !== '0' &&
  budget.weiPerAccountDay !== '0' &&
  budget.operationsPerDay > 0 &&
  budget.operationsPerAccountDay > 0
