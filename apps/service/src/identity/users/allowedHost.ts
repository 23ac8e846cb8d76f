import { OriginNotAllowedError, UnknownProjectError } from '@latchkey/protocol/http'
import { allowsOrigin, type Project } from '../../config/projects.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'

/**
 * Finds the project of a login and checks the page that it is for: one of the project's, or the wallet's own account
 * page.
 *
 * @param hostOrigin as `URL.origin` prints it
 * @throws UnknownProjectError, OriginNotAllowedError
 */
export async function requireHost(
  service: ServiceContext,
  projectId: string,
  hostOrigin: string,
): Promise<Project> {
  const project = await service.projects.find(projectId)
  if (!project) throw new UnknownProjectError()
  if (hostOrigin !== service.config.walletOrigin && !allowsOrigin(project, hostOrigin))
    throw new OriginNotAllowedError()
  return project
}
