package secret

// modelRules are of model providers and the services that agents use.
func modelRules() []prefixRule {
	return []prefixRule{
		between("openai-project-key", "sk-proj-", wordChars, 40, 220),
		between("openai-service-key", "sk-svcacct-", wordChars, 40, 220),
		between("openai-admin-key", "sk-admin-", wordChars, 40, 220),
		{rule: "openai-key", prefix: "sk-", chars: alnum, min: 32, max: 64, check: modelKey},
		between("anthropic-key", "sk-ant-api", wordChars, 60, 140),
		between("anthropic-admin-key", "sk-ant-admin", wordChars, 60, 140),
		between("anthropic-oauth-token", "sk-ant-oat", wordChars, 60, 140),
		between("anthropic-session-key", "sk-ant-sid", wordChars, 60, 140),
		fixed("openrouter-key", "sk-or-v1-", lowerHex, 64),
		between("huggingface-token", "hf_", alnum, 34, 40),
		between("huggingface-org-token", "api_org_", alnum, 34, 34),
		fixed("replicate-token", "r8_", alnum, 37),
		fixed("groq-key", "gsk_", alnum, 52),
		between("perplexity-key", "pplx-", alnum, 40, 64),
		between("xai-key", "xai-", alnum, 70, 90),
		between("nvidia-key", "nvapi-", wordChars, 60, 72),
		between("cerebras-key", "csk-", alnum, 40, 60),
		between("jina-key", "jina_", wordChars, 48, 70),
		between("voyage-key", "pa-", wordChars, 43, 43).at(Likely),
		shaped("langsmith-key", "lsv2_", wordChars, `(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}`),
		between("pinecone-key", "pcsk_", wordChars, 50, 90),
		fixed("firecrawl-key", "fc-", lowerHex, 32),
		fixed("elevenlabs-key", "sk_", lowerHex, 48),
		between("fireworks-key", "fw_", alnum, 20, 32).at(Likely),
		between("brave-search-key", "BSA", wordChars, 28, 30).at(Likely),
		fixed("apify-token", "apify_api_", alnum, 36),
		shaped("context7-key", "ctx7sk-", wordChars, `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`),
		between("tavily-key", "tvly-", wordChars, 28, 64),
		fixed("e2b-key", "e2b_", lowerHex, 40),
		between("browserbase-key", "bb_live_", wordChars, 24, 40),
	}
}

// modelKey judges the old form of OpenAI keys, which others copied: the marker in the middle makes sure of it.
func modelKey(body string) float64 {
	switch {
	case len(body) == 48 && body[20:28] == "T3BlbkFJ":
		return Certain
	case len(body) == 48, len(body) == 51, len(body) == 32 && run(body, 0, lowerHex) == 32:
		return Distinctive
	default:
		return Named
	}
}

// serviceRules are of collaboration, mail, design and messaging services.
func serviceRules() []prefixRule {
	return []prefixRule{
		shaped("slack-bot-token", "xoxb-", wordChars, `\d{8,14}-\d{8,14}-[A-Za-z0-9]{18,34}|\d{8,14}-[A-Za-z0-9]{18,34}`),
		shaped("slack-user-token", "xoxp-", wordChars, `(?:\d{8,14}-){2,4}[A-Za-z0-9]{28,34}`),
		shaped("slack-legacy-token", "xoxs-", wordChars, `(?:\d+-){3}[0-9a-f]{8,64}`),
		shaped("slack-workspace-token", "xoxa-", wordChars, `(?:\d-)?[A-Za-z0-9-]{24,80}`),
		shaped("slack-refresh-token", "xoxr-", wordChars, `(?:\d-)?[A-Za-z0-9-]{24,80}`),
		between("slack-config-token", "xoxe", dottedChars, 60, 250),
		shaped("slack-app-token", "xapp-", wordChars, `\d-[A-Z0-9]+-\d+-[0-9a-f]{32,64}`),
		shaped("sendgrid-key", "SG.", dottedChars, `[\w-]{20,24}\.[\w-]{39,50}`),
		fixed("mailgun-key", "key-", lowerHex, 32),
		shaped("brevo-key", "xkeysib-", wordChars, `[0-9a-f]{64}-[A-Za-z0-9]{16}`),
		shaped("brevo-smtp-key", "xsmtpsib-", wordChars, `[0-9a-f]{64}-[A-Za-z0-9]{16}`),
		shaped("resend-key", "re_", wordChars, `[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}`),
		fixed("mailersend-key", "mlsn.", lowerHex, 64),
		fixed("twilio-key", "SK", lowerHex, 32).at(Likely),
		fixed("linear-key", "lin_api_", alnum, 40),
		fixed("linear-oauth-token", "lin_oauth_", lowerHex, 64),
		fixed("notion-secret", "secret_", alnum, 43),
		between("notion-token", "ntn_", alnum, 43, 50),
		between("figma-token", "figd_", wordChars, 40, 50),
		between("figma-user-token", "figu_", wordChars, 40, 50),
		between("figma-oauth-token", "figo_", wordChars, 40, 50),
		shaped("airtable-token", "pat", dottedChars, `[A-Za-z0-9]{14}\.[0-9a-f]{64}`),
		between("atlassian-token", "ATATT3", base64Chars|wordChars, 80, 260).withTail(8),
		between("atlassian-connect-token", "ATCTT3", base64Chars|wordChars, 80, 260).withTail(8),
		shaped("clickup-token", "pk_", wordChars, `\d{6,10}_[A-Z0-9]{32}`),
		shaped("hubspot-token", "pat-", wordChars, `(?:na|eu|ap)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`),
		between("typeform-token", "tfp_", dottedChars, 40, 64),
		fixed("contentful-token", "CFPAT-", wordChars, 43),
		between("dropbox-token", "sl.", wordChars, 130, open),
		between("frameio-token", "fio-u-", wordChars, 64, 64),
		between("facebook-token", "EAA", alnum, 100, 300).at(Likely),
		between("instagram-token", "IGQ", wordChars, 80, 300).at(Likely),
		between("twitter-bearer-token", "AAAAAAAAAAAAAAAAAAAAA", base64Chars|valueChars, 60, 120),
	}
}

// moneyRules are of payment and commerce services.
func moneyRules() []prefixRule {
	return []prefixRule{
		between("stripe-key", "sk_live_", alnum, 20, 247),
		between("stripe-restricted-key", "rk_live_", alnum, 20, 247),
		between("stripe-test-key", "sk_test_", alnum, 20, 247).at(Likely),
		between("stripe-restricted-test-key", "rk_test_", alnum, 20, 247).at(Likely),
		between("stripe-webhook-secret", "whsec_", base64Chars, 32, 64),
		fixed("shopify-token", "shpat_", anyHex, 32),
		fixed("shopify-custom-token", "shpca_", anyHex, 32),
		fixed("shopify-private-token", "shppa_", anyHex, 32),
		fixed("shopify-shared-secret", "shpss_", anyHex, 32),
		fixed("square-token", "sq0atp-", wordChars, 22),
		fixed("square-secret", "sq0csp-", wordChars, 43),
		between("square-access-token", "EAAAE", wordChars, 55, 64),
		shaped("plaid-token", "access-", wordChars, `(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`),
		between("flutterwave-key", "FLWSECK", wordChars, 33, 48),
		between("easypost-key", "EZAK", alnum, 54, 54),
		between("shippo-token", "shippo_live_", lowerHex, 40, 40),
		between("duffel-token", "duffel_live_", wordChars, 43, 43),
		between("lob-key", "live_", lowerHex, 35, 35),
		between("razorpay-key", "rzp_live_", alnum, 14, 14),
	}
}
