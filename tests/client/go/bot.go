// Two bots play every ruleset to its end: `bot URL`. The package broadside is generated from the OpenAPI document.
package main

import (
	"broadside"
	"context"
	"fmt"
	"math/rand"
	"os"
	"time"
)

type bot struct {
	*broadside.APIClient
	context context.Context
	token   string
}

func register(url, name string) bot {
	configuration := broadside.NewConfiguration()
	configuration.Servers = broadside.ServerConfigurations{{URL: url}}
	client := broadside.NewAPIClient(configuration)
	request := client.PlayersAPI.CreatePlayer(context.Background()).PlayerRequest(broadside.PlayerRequest{Name: name})
	account, _, err := request.Execute()
	must(err)
	return bot{client, context.WithValue(context.Background(), broadside.ContextAccessToken, account.Token), account.Token}
}

func main() {
	rand.Seed(time.Now().UnixNano())
	url := os.Args[1]
	ada, ben := register(url, "Ada"), register(url, "Ben")
	for _, ruleset := range broadside.AllowedRulesetIdEnumValues {
		created, _, err := ada.GamesAPI.CreateGame(ada.context).GameRequest(gameRequest(ruleset)).Execute()
		must(err)
		game, bots := id(created), []bot{ada}
		if ruleset != broadside.RULESETID_SOLO {
			bots = append(bots, ben)
			_, _, err := ben.SeatsAPI.TakeSeat(ben.context, game).SeatRequest(broadside.SeatRequest{}).Execute()
			must(err)
		}
		for _, bot := range bots {
			_, _, err := bot.SeatsAPI.SubmitPlacement(bot.context, game).PlacementRequest(placementRequest(ruleset)).Execute()
			must(err)
		}
		turns := 0
		for moved := -1; moved != turns; {
			moved = turns
			for _, bot := range bots {
				turns += bot.turn(game)
			}
		}
		record, _, err := ada.FairPlayAPI.GetRecord(ada.context, game).Execute()
		must(err)
		result, _, err := ada.FairPlayAPI.VerifyRecord(ada.context).GameRecord(*record).Execute()
		must(err)
		if !result.Valid {
			panic(fmt.Sprint("the record is not valid: ", result.Faults))
		}
		fmt.Printf("%s: finished after %d turns; %d events in the stream\n", ruleset, turns, read(url, game, ada.token))
	}
}

// Makes moves if the game waits for this player; returns their number.
func (bot bot) turn(game string) int {
	summary, _, err := bot.PlayersAPI.GetSummary(bot.context).Execute()
	must(err)
	if summary.MyTurn == 0 {
		return 0
	}
	legal, _, err := bot.PlayAPI.ListLegalActions(bot.context, game).Execute()
	must(err)
	_, _, err = bot.PlayAPI.SubmitActions(bot.context, game).ActionsRequest(choose(legal)).Prefer("return=minimal").Execute()
	must(err)
	return 1
}

func must(err error) {
	if problem, is := err.(*broadside.GenericOpenAPIError); is {
		panic(fmt.Sprint(err, string(problem.Body())))
	}
	if err != nil {
		panic(err)
	}
}
