package main

import (
	"broadside"
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
)

// Reads the stream of a game with the generated types of its messages, from the first event to the snapshot after the
// last one; returns the number of events.
func read(url, game, token string) (count int) {
	request, err := http.NewRequest("GET", url+"/v1/games/"+game+"/events?after=0&include=game", nil)
	must(err)
	request.Header.Set("Accept", "text/event-stream")
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	must(err)
	defer answer.Body.Close()
	lines, fields := bufio.NewReader(answer.Body), map[string]any{}
	for {
		line, err := lines.ReadString('\n')
		must(err)
		if name, value, found := strings.Cut(strings.TrimSpace(line), ": "); found && name == "data" {
			fields[name] = json.RawMessage(value)
		} else if found {
			fields[name] = value
		} else if fields["data"] != nil {
			delete(fields, "retry")
			text, err := json.Marshal(fields)
			must(err)
			var message broadside.GameMessage
			must(json.Unmarshal(text, &message))
			if message.GameMessageSnapshot != nil {
				return count
			}
			count += events(&message.GameMessageStep.Data)
			fields = map[string]any{}
		}
	}
}
