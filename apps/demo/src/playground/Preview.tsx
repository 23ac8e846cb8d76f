import { createLatchkey, type Latchkey } from '@latchkey/sdk'
import { useEffect, useRef } from 'react'
import { demoOrigins, demoWalletConnect } from '../stackAddresses.ts'
import type { Choices } from './choices.ts'
import { networksOf } from './networksOf.ts'
import { settingsOf, themeOf } from './settingsOf.ts'

/** What makes another modal: anything but the theme, which changes in place. */
const madeOf = ({ methods, socials, passkeys, networks, account }: Choices): string =>
  JSON.stringify([methods, socials, passkeys, networks, account])

/** The live modal, as a card in the page. */
export function Preview({ choices }: { choices: Choices }) {
  const place = useRef<HTMLDivElement>(null)
  const latchkey = useRef<Latchkey>(undefined)
  const newest = useRef(choices)
  newest.current = choices
  const made = madeOf(choices)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `made` tells when another modal is needed.
  useEffect(() => {
    const container = place.current
    if (!container) return
    const live = createLatchkey({
      projectId: 'demo',
      ...demoOrigins(),
      walletConnect: demoWalletConnect(),
      metadata: {
        name: 'Playground',
        description: 'Latchkey as you set it',
        url: location.origin,
        icons: [],
      },
      ...settingsOf(newest.current),
      networks: networksOf(newest.current.networks),
      container,
    })
    latchkey.current = live
    return () => {
      latchkey.current = undefined
      live.destroy()
    }
  }, [made])
  const theme = JSON.stringify(themeOf(choices))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` is all of it, by value.
  useEffect(() => {
    // What is left out is as by default again.
    latchkey.current?.setTheme({ themeVariables: undefined, locale: undefined, ...themeOf(newest.current) })
  }, [theme])
  return <div className="device" data-device={choices.device} ref={place} data-testid="preview" />
}
