package main

import (
	"broadside"
	"math/rand"
)

// Differences between the rulesets: in the generated code, the variants of a union have no common type.

func gameRequest(ruleset broadside.RulesetId) broadside.GameRequest {
	switch ruleset {
	case broadside.RULESETID_CLASSIC:
		return broadside.ClassicGameRequestAsGameRequest(&broadside.ClassicGameRequest{Ruleset: string(ruleset)})
	case broadside.RULESETID_VOICES:
		return broadside.VoicesGameRequestAsGameRequest(&broadside.VoicesGameRequest{Ruleset: string(ruleset)})
	case broadside.RULESETID_SOLO:
		return broadside.SoloGameRequestAsGameRequest(&broadside.SoloGameRequest{Ruleset: string(ruleset)})
	case broadside.RULESETID_SATELLITE:
		return broadside.SatelliteGameRequestAsGameRequest(&broadside.SatelliteGameRequest{Ruleset: string(ruleset)})
	case broadside.RULESETID_ADVANCED:
		return broadside.AdvancedGameRequestAsGameRequest(&broadside.AdvancedGameRequest{Ruleset: string(ruleset)})
	}
	panic(ruleset)
}

func placementRequest(ruleset broadside.RulesetId) broadside.PlacementRequest {
	random := true
	switch ruleset {
	case broadside.RULESETID_CLASSIC:
		return broadside.ClassicPlacementRequestAsPlacementRequest(&broadside.ClassicPlacementRequest{Ruleset: string(ruleset), Random: &random})
	case broadside.RULESETID_VOICES:
		return broadside.VoicesPlacementRequestAsPlacementRequest(&broadside.VoicesPlacementRequest{Ruleset: string(ruleset), Random: &random})
	case broadside.RULESETID_SOLO:
		return broadside.SoloPlacementRequestAsPlacementRequest(&broadside.SoloPlacementRequest{Ruleset: string(ruleset), Random: &random})
	case broadside.RULESETID_SATELLITE:
		return broadside.SatellitePlacementRequestAsPlacementRequest(&broadside.SatellitePlacementRequest{Ruleset: string(ruleset), Random: &random})
	case broadside.RULESETID_ADVANCED:
		return broadside.AdvancedPlacementRequestAsPlacementRequest(&broadside.AdvancedPlacementRequest{Ruleset: string(ruleset), Random: &random})
	}
	panic(ruleset)
}

func id(any *broadside.Game) string {
	switch game := any.GetActualInstance().(type) {
	case *broadside.ClassicGame:
		return game.Id
	case *broadside.VoicesGame:
		return game.Id
	case *broadside.SoloGame:
		return game.Id
	case *broadside.SatelliteGame:
		return game.Id
	case *broadside.AdvancedGame:
		return game.Id
	}
	panic(any)
}

func events(any *broadside.Step) int {
	switch step := any.GetActualInstance().(type) {
	case *broadside.ClassicStep:
		return len(step.Events)
	case *broadside.VoicesStep:
		return len(step.Events)
	case *broadside.SoloStep:
		return len(step.Events)
	case *broadside.SatelliteStep:
		return len(step.Events)
	case *broadside.AdvancedStep:
		return len(step.Events)
	}
	panic(any)
}

// Returns one of the actions that the game waits for, but never one that gives up.
func choose(legal *broadside.LegalActions) broadside.ActionsRequest {
	if it := legal.ClassicLegalActions; it != nil {
		actions := []broadside.ClassicAction{}
		for _, choice := range it.Actions {
			actions = append(actions, classic(choice)...)
		}
		request := broadside.ClassicActionsRequest{Ruleset: it.Ruleset, Actions: some(actions, 1)}
		return broadside.ClassicActionsRequestAsActionsRequest(&request)
	}
	if it := legal.VoicesLegalActions; it != nil {
		actions := []broadside.VoicesAction{}
		for _, choice := range it.Actions {
			actions = append(actions, voices(choice)...)
		}
		request := broadside.VoicesActionsRequest{Ruleset: it.Ruleset, Actions: some(actions, 1)}
		return broadside.VoicesActionsRequestAsActionsRequest(&request)
	}
	if it := legal.SoloLegalActions; it != nil {
		actions := []broadside.SoloAction{}
		for _, choice := range it.Actions {
			actions = append(actions, solo(choice)...)
		}
		request := broadside.SoloActionsRequest{Ruleset: it.Ruleset, Actions: some(actions, 1)}
		return broadside.SoloActionsRequestAsActionsRequest(&request)
	}
	if it := legal.SatelliteLegalActions; it != nil {
		actions := []broadside.SatelliteAction{}
		for _, choice := range it.Actions {
			actions = append(actions, satellite(choice)...)
		}
		request := broadside.SatelliteActionsRequest{Ruleset: it.Ruleset, Actions: some(actions, 1)}
		return broadside.SatelliteActionsRequestAsActionsRequest(&request)
	}
	if it := legal.AdvancedLegalActions; it != nil {
		actions := []broadside.AdvancedAction{}
		for _, choice := range it.Actions {
			actions = append(actions, advanced(choice)...)
		}
		request := broadside.AdvancedActionsRequest{Ruleset: it.Ruleset, Actions: some(actions, 1)}
		return broadside.AdvancedActionsRequestAsActionsRequest(&request)
	}
	panic(legal)
}

func classic(choice broadside.ClassicChoice) []broadside.ClassicAction {
	if fire := choice.ClassicChoiceFire; fire != nil {
		cells := some(fire.Cells.From, int(fire.Cells.Count))
		return []broadside.ClassicAction{{ClassicActionFire: broadside.NewClassicActionFire(cells, "fire")}}
	}
	return nil
}

func voices(choice broadside.VoicesChoice) []broadside.VoicesAction {
	if choice.VoicesChoiceRollAll != nil {
		return []broadside.VoicesAction{{VoicesActionRollAll: broadside.NewVoicesActionRollAll("roll_all")}}
	}
	if fire := choice.VoicesChoiceFire; fire != nil {
		return []broadside.VoicesAction{{VoicesActionFire: broadside.NewVoicesActionFire(pick(fire.Cells.From), "fire")}}
	}
	if axes := choice.VoicesChoiceChooseAxes; axes != nil {
		action := broadside.NewVoicesActionChooseAxes(pick(axes.FirstDie), "choose_axes")
		return []broadside.VoicesAction{{VoicesActionChooseAxes: action}}
	}
	return nil
}

func solo(choice broadside.SoloChoice) []broadside.SoloAction {
	if predict := choice.SoloChoicePredict; predict != nil {
		return []broadside.SoloAction{{SoloActionPredict: broadside.NewSoloActionPredict(pick(predict.Suits), "predict")}}
	}
	if choice.SoloChoiceVolley != nil {
		return []broadside.SoloAction{{SoloActionVolley: broadside.NewSoloActionVolley("volley")}}
	}
	return nil
}

func satellite(choice broadside.SatelliteChoice) []broadside.SatelliteAction {
	if choice.SatelliteChoiceRoll != nil {
		return []broadside.SatelliteAction{{SatelliteActionRoll: broadside.NewSatelliteActionRoll("roll")}}
	}
	if fire := choice.SatelliteChoiceFire; fire != nil {
		loaded := pick(fire.Cartridges)
		action := broadside.NewSatelliteActionFire(loaded.Cartridge, some(fire.From, 1), "fire")
		if len(loaded.Beam) > 0 {
			action.SetBeam(pick(loaded.Beam))
		}
		return []broadside.SatelliteAction{{SatelliteActionFire: action}}
	}
	if up := choice.SatelliteChoiceGiveUp; up != nil {
		action := broadside.NewSatelliteActionGiveUp(pick(up.Cartridges), pick(up.From), "give_up")
		return []broadside.SatelliteAction{{SatelliteActionGiveUp: action}}
	}
	if shoot := choice.SatelliteChoiceShoot; shoot != nil {
		action := broadside.NewSatelliteActionShoot(pick(shoot.From), "shoot")
		return []broadside.SatelliteAction{{SatelliteActionShoot: action}}
	}
	return nil
}

func advanced(choice broadside.AdvancedChoice) []broadside.AdvancedAction {
	if salvo := choice.AdvancedChoiceSalvo; salvo != nil {
		cells := some(salvo.Cells.From, int(salvo.Cells.Count))
		return []broadside.AdvancedAction{{AdvancedActionSalvo: broadside.NewAdvancedActionSalvo(cells, "salvo")}}
	}
	if send := choice.AdvancedChoiceSend; send != nil {
		action := broadside.NewAdvancedActionSend(pick(send.Planes).From, pick(send.To), "send")
		return []broadside.AdvancedAction{{AdvancedActionSend: action}}
	}
	if buy := choice.AdvancedChoiceBuy; buy != nil {
		purchase := pick(buy.Weapons)
		action := broadside.NewAdvancedActionBuy(pick(purchase.At), "buy", purchase.Weapon)
		return []broadside.AdvancedAction{{AdvancedActionBuy: action}}
	}
	if choice.AdvancedChoicePass != nil {
		return []broadside.AdvancedAction{{AdvancedActionPass: broadside.NewAdvancedActionPass("pass")}}
	}
	return nil
}

func some[T any](from []T, count int) []T {
	shuffled := append([]T{}, from...)
	rand.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	return shuffled[:count]
}

func pick[T any](from []T) T {
	return some(from, 1)[0]
}
