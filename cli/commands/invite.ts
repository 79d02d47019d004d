import { checkCode, redeemCode } from '../../mail/invitations.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { withDatabase } from '../with-database.ts';

const answers = {
  valid: 'Valid: nobody has used this code yet.',
  accepted: 'Accepted: the code is used up now.',
  used: 'Used: this code has let somebody in already.',
  'other-address': 'Another address: the code is good, but not for this one.',
  unknown: 'Unknown: no such code, or a newer one took its place, or its person was erased.',
};

const check = defineCommand<{ use?: string }>({
  name: 'check <code>',
  summary: 'whether an invitation code is good, or use it up',
  notes: `Codes are made by announce plan --invite. Capital and small letters, spaces and dashes make no difference.
Nothing changes without --use; of many who use one code at the same moment one is accepted. The exit code is 1 unless it is valid or accepted.`,
  examples: [
    'invite check 7K3MX-Q2TBN-04ZRW-HJ8CD',
    'invite check 7K3MX-Q2TBN-04ZRW-HJ8CD --use someone@example.org --json state',
  ],
  fields: ['state'],
  declareOptions: (command) =>
    void command.option('--use <address>', 'let this address in: the code is used up'),
  run: ({ terminal, args: [code = ''], options }) =>
    withDatabase(terminal, async (database) => {
      const state =
        options.use === undefined
          ? await checkCode(database, code)
          : await redeemCode(database, code, options.use);
      if (state === 'accepted') await recordAction(database, 'invite check --use', 1);
      return {
        data: { state },
        text: `${answers[state]}\n`,
        hasFindings: state !== 'valid' && state !== 'accepted',
      };
    }),
});

/** `invite`: checks or redeems an invitation code. */
export const inviteCommand = defineGroup({
  name: 'invite',
  summary: 'invitation codes: check',
  examples: ['invite check 7K3MX-Q2TBN-04ZRW-HJ8CD'],
  commands: [check],
});
