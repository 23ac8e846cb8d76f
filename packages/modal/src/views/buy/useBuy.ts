import {
  fetchOnrampOptions,
  type OnrampForm,
  onrampFormOf,
  onrampProviders,
  providerOf,
} from '@latchkey/core/onramp'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import { useSlice } from '@latchkey/react/provider'
import { useEffect, useState } from 'react'
import { useOpen } from '../../router/navigate.ts'
import type { Buy } from './Buy.ts'

/** The form for buying, who sells, and what stands in the way. */
export function useBuy(): Buy {
  const config = useConfig()
  const open = useOpen()
  const store = onrampFormOf(config)
  const form = useSlice(store)
  // Another network has other providers and other coins.
  const { caipNetworkId } = useNetwork()
  const { caipAddress } = useAccount()
  useSlice(config.features)
  const providers = onrampProviders(config)
  const providerId = providerOf(config, form)
  const [problem, setProblem] = useState<unknown>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another network is another question.
  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    const { signal } = controller
    setProblem(undefined)
    fetchOnrampOptions(config, signal).catch((error: unknown) => {
      if (!signal.aborted) setProblem(error)
    })
    return () => controller.abort()
  }, [config, open, providerId, caipNetworkId, caipAddress])
  return {
    form,
    providers,
    provider: providers.find(({ id }) => id === providerId),
    problem,
    change(fields: Partial<OnrampForm>) {
      // What is the same is not asked about again: what stands in its way goes on standing there.
      const isOther = Object.entries(fields).some(([name, value]) => form[name as keyof OnrampForm] !== value)
      if (isOther) store.setState({ error: undefined, ...fields })
    },
  }
}
