"""What only games of tricks need: a card in turn, a trick taken, the last one, what people tell first."""
