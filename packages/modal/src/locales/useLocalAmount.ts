import { activeNamespace } from '@latchkey/core'
import { useConfig } from '@latchkey/react/provider'
import { formatLocalAmount } from './formatLocalAmount.ts'
import { useLocale } from './LocaleContext.tsx'

/** A function that writes the balances of the active namespace, with the places that its coin is counted in. */
export function useLocalAmount(): (amount: string | undefined) => string | undefined {
  const config = useConfig()
  const locale = useLocale()
  const digits = config.adapters[activeNamespace(config)]?.balanceDigits
  return (amount) => formatLocalAmount(locale, amount, digits)
}
