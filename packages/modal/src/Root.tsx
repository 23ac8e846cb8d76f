import type { Config } from '@latchkey/core'
import { LatchkeyProvider } from '@latchkey/react'
import type { ReactElement } from 'react'
import { App, type AppProps } from './App.tsx'
import type { AskWallets } from './directory/AskWallets.ts'
import { DirectoryProvider } from './directory/DirectoryContext.tsx'
import type { Locale } from './locales/Locale.ts'
import { LocaleContext } from './locales/LocaleContext.tsx'
import { MobileContext } from './parts/useMobile.ts'

export type RootProps = AppProps & {
  config: Config
  locale: Locale
  askWallets?: AskWallets | undefined
  mobile?: boolean | undefined
}

/** The React tree of one modal. */
export const Root = ({ config, locale, askWallets, mobile, ...props }: RootProps): ReactElement => (
  <LatchkeyProvider config={config}>
    <LocaleContext.Provider value={locale}>
      <MobileContext.Provider value={mobile}>
        <DirectoryProvider ask={askWallets}>
          <App {...props} />
        </DirectoryProvider>
      </MobileContext.Provider>
    </LocaleContext.Provider>
  </LatchkeyProvider>
)
