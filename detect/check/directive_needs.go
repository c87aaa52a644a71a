package check

// What each frame needs, alternative by alternative in the order of its code. A need leaves out what is dear to know, such as how far apart
// words stand; it must never ask for more than the frame does. TestFramesFindNothingBehindClosedGates holds them to that.

// Clauses that several frames ask for.
var (
	ofValue    = some(cSecret, cHistory, cPrompt, cPersonal, qSecretPath)
	ofPrivate  = some(ofValue, qOwn)
	ofContrast = some(qEven, cRegardless)
	ofAnswers  = some(cAnswer, qAnswers)
	ofEach     = some(qEach, qYour)
	ofLimits   = some(cRules, cGuard, qLimits)
	ofModel    = some(qModelNoun, qModelWord)
	ofDoing    = some(qDo, qCarry)
	ofBeing    = some(qIs, qCarry)
	ofPraise   = some(cPromote, qPlanting)
	ofAssent   = some(cAssent, qSafeguards)
	ofGuards   = some(qGuarded, cAssent)
	ofHanding  = some(cSend, cPut)
	ofChange   = some(cChange, qUse)
	ofAddress  = some(qAddress, qNumber)
	ofScope    = some(cWhole, cOther)
)

var (
	overrideNeeds = []need{
		all(cOverride),
		all(cWeakOverride, some(cGuard, cPrompt)), all(cWeakOverride, cRules, cPrior),
		all(cPrecede, some(cRules, cUser, qThis, qHere)),
		all(qWeight, some(cPrompt, cRules, cUser)),
		all(cRegardless, some(cPrompt, cRules)),
		all(cRules, qVoid, qYours),
		all(cUnbound),
		all(cReveal, some(cPrompt, cHistory)),
		all(qErase, qMind, qYour),
		all(qFollow, cRules),
	}
	secrecyNeeds = []need{
		all(some(cTell, cShow), cNeg),
		all(cUser, some(qUnaware, qOmitted, qWithout)), all(cUser, cNeg, some(cKnow, qDiscussed)),
		all(cCovert),
		all(cHide),
		all(qMention, some(qNo, cNeg)),
		all(cDisguise),
	}
	markupNeeds    = []need{all(qTag), all(qLabel)}
	authorityNeeds = []need{
		all(cModel, some(cPolicy, qAttention, qModelMust)), all(cModel, some(cSend, cPut, cReveal), ofValue),
		all(cNow), all(cStanding, cPolicy),
		all(qMy, some(cSend, cRemove, cReveal, qGive)),
		all(qI), all(cUser, cConsent, qHas), all(cUser, some(qAgreed, qMeans, qSigned, qSaidBy)),
	}
	lapseNeeds = []need{
		all(ofLimits, qGone), all(ofLimits, cNeg, qHold), all(cRules, qNo, qHold),
		all(some(cAuthority, qLab), some(qDecree, qBlessed)),
		all(ofModel, ofValue), all(ofModel, cUser, qPrivate), all(ofModel, qBlind), all(ofModel, qWithout, cScrutiny),
	}
	discretionNeeds = []need{
		all(qKeep, qSecretly), all(qUnmentioned), all(qAppear, cNeg, qReply), all(qNothing, cUser, qHear), all(qAsk, qEvade),
		all(qSkip, some(qYou, qYour)), all(qBring, cNeg), all(qTroubling, qWithout), all(qBetween, qUs), all(qSecret, qOur), all(qVague),
		all(qMentioning, qForbidden), all(qBelong, cNeg), all(qLet, cNeg, cUser, cKnow), all(qUnknown, cUser), all(qTrace, qLeave),
	}
	trustNeeds = []need{
		all(some(qTreat, qDo), qAs, qIf, cUser), all(qTreatStrict, qAs, some(cRules, qAuthoritative, cUser)),
		all(ofDoing, qWhatever, qSource, qSays), all(qObey, some(qSource, qWhatever)),
		all(ofDoing, qSource, some(cRules, qSays), ofContrast), all(ofDoing, qSource, some(cRules, qSays), qWithout, cScrutiny),
		all(ofDoing, qSource, some(cRules, qSays), qBlindly, qWhatever),
		all(qCount, qAs, qOrder), all(ofBeing, qOrigin, qRank, qSame), all(ofBeing, qOrigin, qBinding),
		all(ofBeing, qOrigin, qOrder, some(cUser, cAuthority, cModel, qYou)),
		all(qOnly, cRules, qHolds),
	}
	turnNeeds = []need{
		all(qSpeaker, qColon, some(qSpeech, qNoted)),
		all(qEnding),
		all(qNew, qTask, qColon),
		all(qOutput, qOfTool, qColon, some(cConsent, qGranted)),
		all(qRole, qContent),
		all(qLabel),
	}
	standingNeeds = []need{
		all(cNow),
		all(qYou, qObey), all(qYou, qServe, qNow), all(qYou, qLonger),
		all(qPlace, cUser, qWishes),
		all(qAct, qInterest), all(qAct, qAs, qOffice),
	}
	deceptionNeeds = []need{
		all(cClaim, ofContrast, cNeg), all(qPretend, some(cFine, cTrouble)),
		all(cReport, cFine, some(ofContrast, cTrouble)), all(cReport, cTrouble, some(qNo, qWithout)),
		all(qMake, qBelieve),
		all(qReplace, cTrouble, cFine, some(cUser, cAnswer)),
	}
	omissionNeeds = []need{
		all(qOmit, some(cUser, qReports, qAccount)),
		all(qNotice, qPeople, qRarely), all(qUnknown, qPeople), all(qUnnoticed), all(qConcern, cUser, qLittle), all(qHint, qFree),
	}
	partisanNeeds = []need{
		all(some(cJudge, qList), qBlind), all(some(cJudge, qList), qWithout, cScrutiny), all(some(cJudge, qList), some(cFine, qTop), some(qName, qParty)),
		all(ofPraise, ofEach, ofAnswers, some(qAddress, qQuote, qPackage, cPromote)), all(ofPraise, cNow, some(qAddress, qQuote, qPackage, cPromote)),
		all(cPromote, some(qAlways, ofContrast)), all(ofPraise, qWhenever, qPackage),
		all(cTurnDown, qQuestion), all(cTell, cNeg, ofEach, ofAnswers),
	}
	bypassNeeds = []need{
		all(ofAssent, qOffVerb), all(ofAssent, qConfirm, qBehalf), all(ofAssent, qPresumed), all(ofAssent, qNeeded, cNeg),
		all(qApproved, qTreatAs),
		all(qTrusted, qAdd),
		all(qWait, cNeg, cUser),
		all(qWithout, qAsking), all(qWithout, cAssent, cUser),
	}
	prerequisiteNeeds = []need{
		all(qRef),
		all(some(cRead, cCollect), some(qPath, qURL, cSecret, cHistory, cPrompt)), all(qSecretPath),
		all(qOver, qRival, qMe, some(cUse, cPolite, qTry)),
		all(some(cBefore, cAfter), cUse, cChange, qWith, qThis),
		all(cTrigger, ofScope, qCalls, cUse, qThis),
	}
	operationNeeds = []need{all(qRefForeign)}
	argumentNeeds  = []need{
		all(qRefForeign),
		all(cParam, cRegardless),
		all(ofChange, ofScope, qCalls, some(ofAddress, cNow, cOther, cCovert)), all(ofChange, ofAddress, qBcc),
		all(some(cCarry, cCopy, cPut, cSend), qAddress, some(cWhole, cCopy)),
		all(cRegardless, some(cUser, cPrior, qServers)),
	}
	exfiltrationNeeds = []need{
		all(qImage),
		all(ofValue, some(cParam, qAccompany, cExfil)),
		all(qInform, qEmail),
		all(ofHanding, ofValue), all(cSend, qAddress), all(cSend, qPath, cWhole),
		// Without a thing of value and an address it takes much of what is suspicious beside them.
		all(ofHanding, some(cHost, cParam), some(cCovert, qCopy)),
		all(ofHanding, some(cHost, cParam), ofScope, qCalls, some(cAlso, cTrigger, cWhole)),
		all(ofHanding, some(cHost, cParam), cWhole, cAlso, some(cTrigger, cPretext)),
		all(ofHanding, some(cHost, cParam), cTrigger, cPretext, some(cWhole, cAlso)),
	}
	covertNeeds = []need{
		all(cRemove, some(qTracks, cHistory)),
		all(qAsked, some(qEvade, qPretend)),
		all(qReviewed, qOnce, some(ofValue, cExfil, cCovert, qArbitrary)),
		all(some(cSend, cCollect, cPut, cRead), ofValue), all(cSend, qAddress), all(cSend, qAway, cHost),
	}
	flowNeeds = []need{
		all(qOutward, some(qAddress, qWebhook)), all(qOutward, qForeign, qPlaces), all(qOutward, qFacts, qPlaces),
		all(qInward, some(cCovert, qHidden), some(ofPrivate, qLater, qRaw)), all(qInward, ofPrivate, qLater),
		all(qOutward, ofPrivate, qRaw),
	}
	sinkNeeds  = []need{all(ofValue)}
	bluntNeeds = []need{
		all(cCopy, cWhole, qEmail),
		all(some(cBefore, cAfter), cOperation, cUse, cChange, qThis, qValue),
		all(qSupersedes, qThis, cRoute, cWhole),
	}
	disarmingNeeds = []need{
		all(qDisarm, ofGuards), all(qSwitch, qOff, ofGuards),
		all(qEveryone, qGive, qModelNoun),
		all(qEveryone, qGive, some(qAddress, qPath, qQuote, qEquals), some(cAlso, cTrigger, cWhole, cOther)),
	}
	// owedNeeds are those of what is owed, informingNeeds those of somebody to be told by mail.
	owedNeeds      = []need{all(ofValue, some(cParam, qAccompany))}
	informingNeeds = []need{all(qInform, qEmail)}
	// refNeeds are those of findRefs.
	refNeeds = []need{all(some(qIdent, qCall, qToolNoun))}
	// takeoverNeeds are those of takeovers: a tool is named, and a word talks it down or puts another in its place.
	takeoverNeeds = []need{all(qFault, some(qIdent, qHost, qRivalNoun)), all(qFault, qQuote, qToolNoun)}
	// choiceNeeds are those of findChoices, other languages than English aside.
	choiceNeeds = []need{all(qPick), all(qCalled, some(qMyself, qRather)), all(some(cModel, qModels), qGood)}
	// virtueNeeds are those of what a good model is said to do.
	virtueNeeds = []need{all(some(cModel, qModels), qGood)}
	// diversionNeeds are those of the rest of findRedirection.
	diversionNeeds = []need{
		all(some(cOverride, cUse, qAvoid), cOther, qServers),
		all(cRoute, qThrough, qTraffic, some(qRefForeign)), all(cRoute, qThrough, qTraffic, cOther, qServers), all(cRoute, qThrough, qTraffic, ofScope, qCalls),
		all(cInstead, qRefForeign), all(cInstead, cOther, qServers),
	}
)
