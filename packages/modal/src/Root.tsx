import type { Config } from '@latchkey/core'
import { LatchkeyProvider } from '@latchkey/react'
import type { ReactElement } from 'react'
import { App, type AppProps } from './App.tsx'
import type { AskWallets } from './directory/AskWallets.ts'
import { DirectoryProvider } from './directory/DirectoryContext.tsx'
import type { Locale } from './locales/Locale.ts'
import { LocaleContext } from './locales/LocaleContext.tsx'

/** The React tree of one modal. */
export const Root = ({
  config,
  locale,
  askWallets,
  ...props
}: { config: Config; locale: Locale; askWallets?: AskWallets | undefined } & AppProps): ReactElement => (
  <LatchkeyProvider config={config}>
    <LocaleContext.Provider value={locale}>
      <DirectoryProvider ask={askWallets}>
        <App {...props} />
      </DirectoryProvider>
    </LocaleContext.Provider>
  </LatchkeyProvider>
)
