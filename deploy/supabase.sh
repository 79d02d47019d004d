#!/usr/bin/env bash
# Does what Supabase's own command can do of deploy/supabase.md. It asks before it changes a project, and may be run again.
#   PROJECT=REF DATABASE_URL='postgresql://…' deploy/supabase.sh secrets.env supabase.crt
set -euo pipefail

if [ $# -ne 2 ] || [ -z "${PROJECT:-}" ] || [ -z "${DATABASE_URL:-}" ]; then
  echo "Call it so: PROJECT=REF DATABASE_URL='postgresql://…' deploy/supabase.sh secrets.env supabase.crt" >&2
  exit 2
fi
secrets=$(realpath "$1")
certificate=$(realpath "$2")
cd "$(dirname "$0")/.."

supabase() { npx --yes supabase@3.1.0 "$@"; }
secret() { sed -n "s/^$1=//p" "$secrets" | tail -n 1; }
backend="https://$PROJECT.supabase.co"

# The site, and the words of the emails: they travel with the function that sends.
SITE_URL=$(secret SITE_URL) BACKEND_ANON_KEY=$(secret BACKEND_ANON_KEY) VITE_BACKEND_URL=$backend npm run build

# The list. Before the functions, which expect what it brings.
supabase db push --remote="$DATABASE_URL"

# Who joins, who answers links, who sends.
supabase secrets set --remote="$PROJECT" --env-file "$secrets"
supabase secrets set --remote="$PROJECT" "CA_CERTIFICATE=$(cat "$certificate")"
supabase functions deploy enhanced-waitlist waitlist-links waitlist-mail --remote="$PROJECT" --use-api --no-verify-jwt

# The call of each minute.
supabase db query --remote="$DATABASE_URL" "$(sed \
  -e "s|https://REF.supabase.co|$backend|" \
  -e "s|'MAIL_FUNCTION_KEY'|'$(secret MAIL_FUNCTION_KEY)'|" deploy/supabase.sql)"

echo "Put dist/ on the static host. Then ask: npm run waitlist -- doctor --only backend (deploy/supabase.md)."
