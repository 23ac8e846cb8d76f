import { useConfig, useSlice } from '@latchkey/react'
import { Banner, Divider } from '@latchkey/ui'
import { Fragment, type ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectorList } from './ConnectorList.tsx'
import { connectBlocks } from './connectBlocks.ts'
import { EmailBlock } from './EmailBlock.tsx'
import type { ConnectParams } from './view.ts'

/** Every way to connect that the page has. */
export function ConnectView({ params }: { params: ConnectParams }): ReactElement {
  const { connectors } = useSlice(useConfig().connectors)
  const say = useSay()
  const blocks = connectBlocks(connectors)
  if (blocks.length === 0) return <Banner title={say('connect.none')}>{say('connect.noneHelp')}</Banner>
  return (
    <div className="lk-stack" data-gap="16">
      {blocks.map((block, index) => (
        <Fragment key={block.kind}>
          {index > 0 ? <Divider>{say('connect.or')}</Divider> : null}
          {block.kind === 'email' ? (
            <EmailBlock initial={params?.email ?? ''} focus={index === 0} />
          ) : (
            <ConnectorList connectors={block.connectors} />
          )}
        </Fragment>
      ))}
    </div>
  )
}
