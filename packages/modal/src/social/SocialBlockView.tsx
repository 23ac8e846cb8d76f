import type { SocialProvider } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { Button, Icon, SocialMark } from '@latchkey/ui'
import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { navigate } from '../navigate.ts'
import { StyleSheet } from '../views/allWallets/StyleSheet.tsx'
import css from './social.css?inline'
import { socialLayout } from './socialLayout.ts'
import { socialName } from './socialNames.ts'
import { useSocialStart } from './useSocialStart.ts'

/** The networks of the first view: one wide, the next as tiles, and a way to the rest. */
export function SocialBlockView({ params: providers }: { params: readonly SocialProvider[] }): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { start, ahead } = useSocialStart()
  const { wide, tiles, hasMore } = socialLayout(providers)
  const label = (provider: SocialProvider) => say('connect.social', { name: socialName(provider) })
  return (
    <div className="lk-stack">
      <StyleSheet css={css} />
      {wide.map((provider) => (
        <Button
          key={provider}
          {...ahead}
          icon={<SocialMark provider={provider} size={20} />}
          onClick={() => start(provider)}
        >
          {label(provider)}
        </Button>
      ))}
      {tiles.length > 0 ? (
        <div className="lk-socials">
          {tiles.map((provider) => (
            <Tile key={provider} {...ahead} label={label(provider)} onClick={() => start(provider)}>
              <SocialMark provider={provider} />
            </Tile>
          ))}
          {hasMore ? (
            <Tile label={say('connect.socialMore')} onClick={() => navigate(config, 'ConnectSocials')}>
              <Icon name="dots" />
            </Tile>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

type TileProps = { label: string; children: ReactNode } & ComponentPropsWithoutRef<'button'>

const Tile = ({ label, ...rest }: TileProps): ReactElement => (
  <button {...rest} type="button" className="lk-social-tile" aria-label={label} title={label} />
)
