import type { PayloadOf } from '@latchkey/protocol'
import type { FrameContract } from '@latchkey/protocol/frame'
import { type ReactElement, useCallback, useEffect } from 'react'
import type { Store } from './createStore.ts'
import type { FrameState } from './Frame.ts'
import { LocaleProvider } from './locales/LocaleContext.tsx'
import { CodeScreen } from './screens/CodeScreen.tsx'
import type { ScreenState } from './screens/ScreenState.ts'
import type { Wallet } from './screens/TrustStrip.tsx'
import { useReportedHeight } from './screens/useReportedHeight.ts'
import { useStore } from './useStore.ts'

export type HostEvents = {
  onScreen(screen: PayloadOf<FrameContract['events']['screen']>): void
  onEscape(): void
  onFocusExit(direction: 'forward' | 'backward'): void
}

export type AppProps = { store: Store<FrameState>; wallet: Wallet; host: HostEvents }

function Screen({ screen, wallet, host }: { screen: ScreenState; wallet: Wallet; host: HostEvents }) {
  const shared = { wallet, onEscape: host.onEscape, onFocusExit: host.onFocusExit }
  if (screen.name === 'code') return <CodeScreen {...shared} flow={screen.flow} />
  if ('Screen' in screen) return <screen.Screen {...screen.content} {...shared} />
  if ('draw' in screen) return screen.draw(shared)
  return null
}

/** Shows the screen of the moment and tells the host which it is and how high. */
export function App({ store, wallet, host }: AppProps): ReactElement {
  const { screen, locale } = useStore(store)
  const { name } = screen
  const report = useCallback((height: number) => host.onScreen({ screen: name, height }), [host, name])
  const measure = useReportedHeight(report)

  useEffect(() => {
    document.documentElement.lang = locale.tag
    document.documentElement.dir = locale.dir
  }, [locale])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-shown', name !== 'none')
    if (name === 'none') host.onScreen({ screen: 'none', height: 0 })
  }, [host, name])

  return (
    <LocaleProvider value={locale}>
      {name === 'none' ? null : (
        <div key={name} ref={measure} className="fr-app">
          <Screen screen={screen} wallet={wallet} host={host} />
        </div>
      )}
    </LocaleProvider>
  )
}
