import type { ReactElement } from 'react'
import { StyleSheet } from '../views/allWallets/StyleSheet.tsx'
import css from './connecting.css?inline'

/** Stands first in each view that waits for a wallet. */
export const ConnectingStyles = (): ReactElement => <StyleSheet css={css} />
