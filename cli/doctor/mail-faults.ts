import type { Sender } from '../../mail/compose.ts';
import type { SmtpAddress } from '../../mail/smtp-address.ts';
import { dnsFaults } from './dns-faults.ts';
import { composedFaults } from './list-header-faults.ts';
import { mailServerFaults } from './mail-server-faults.ts';
import { domainOf, isPublicName } from './public-name.ts';

/** Checks whether emails can be sent and will be accepted by receivers. Never throws. */
export async function mailFaults({ smtp, sender }: { smtp: SmtpAddress; sender: Sender }): Promise<string[]> {
  const faults = await Promise.all([
    mailServerFaults(smtp),
    composedFaults(sender, 'dist'),
    // A name that is not public is reported under settings.
    isPublicName(domainOf(sender.from)) ? dnsFaults(sender) : [],
  ]);
  return faults.flat();
}
