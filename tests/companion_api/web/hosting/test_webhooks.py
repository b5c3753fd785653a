"""Other devices are told of every event, in order, signed, and only those of the house."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from scripted import wait_for

from companion_api.examples import yellow_lamp
from companion_api.web.hosting import webhooks
from companion_api.web.hosting.webhooks import Webhook, Webhooks, of_the_house, signature
from engine.cards import parse_card
from engine.errors import BadInput
from engine.events import CardPlayed, EveningEnded


class Device:
    """Answers each POST as it is told to."""

    def __init__(self, *answers):
        self.heard, self.answers = [], list(answers)
        device = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                device.heard.append((self.path, dict(self.headers), body))
                status = device.answers.pop(0) if device.answers else 204
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/lamp?room=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(webhooks, "AGAIN", (0.01, 0.02))
    monkeypatch.setattr(webhooks, "PATIENCE", 1.0)


def laid(seq, card="7D"):
    return CardPlayed("Ana", parse_card(card), seq=seq)


def test_every_event_is_told_in_order_and_signed():
    device = Device()
    told = Webhooks([device.url], "secret")
    for seq in range(1, 6):
        told.tell(3, laid(seq))
    told.tell(3, EveningEnded(seq=6))
    told.close()
    assert [json.loads(body)["event"]["seq"] for _, _, body in device.heard] == [1, 2, 3, 4, 5, 6]
    path, headers, body = device.heard[0]
    assert path == "/lamp?room=1" and headers["X-Nainjaune-Event"] == "card_played"
    assert headers[webhooks.SIGNATURE] == f"sha256={signature(b'secret', body)}"
    assert json.loads(body) == {"evening": 3, "event": {"type": "card_played", "seq": 1, "player": "Ana",
                                                        "card": "7D", "confidence": 1.0}}  # fmt: skip
    device.close()


def test_what_is_not_heard_is_tried_again_and_then_left_out(quick, capsys):
    device = Device(500, 429, 200, 503, 503, 503, 302, 404)
    told = Webhook(device.url)
    for seq in range(1, 5):
        told.tell(1, laid(seq))
    told.close()
    seqs = [json.loads(body)["event"]["seq"] for _, _, body in device.heard]
    assert seqs == [1, 1, 1, 2, 2, 2, 3, 4]  # a redirection is not followed, a refusal is final
    assert all(path == "/lamp?room=1" for path, _, _ in device.heard)
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert webhooks.SIGNATURE not in device.heard[0][1]
    device.close()


def test_a_device_that_is_off_holds_nobody_up(quick, capsys):
    device = Device()
    device.close()
    told = Webhook(device.url)
    for seq in range(3 * webhooks.WAITING):
        told.tell(1, laid(seq + 1))
    assert told._events.qsize() <= webhooks.WAITING
    told.close(0.1)
    wait_for(lambda: not told._thread.is_alive())
    assert device.url in capsys.readouterr().err


def test_only_the_house_is_told():
    for address in ("127.0.0.1", "192.168.1.9", "10.0.0.1", "fd00::1", "fe80::1%eth0", "::1", "169.254.1.1"):
        assert of_the_house(address)
    for address in ("8.8.8.8", "2606:4700::1111", "0.0.0.0", "::", "::ffff:8.8.8.8"):
        assert not of_the_house(address)
    with pytest.raises(BadInput, match="outside the house"):
        Webhook("http://8.8.8.8/")
    Webhook("http://8.8.8.8/", anywhere=True).close(0.1)
    for url in (
        "lamp",
        "ftp://127.0.0.1/",
        "http://",
        "http://127.0.0.1:99999/",
        "http://a b/",
        "http://[::1/",
    ):
        with pytest.raises(BadInput, match="expected http"):
            Webhook(url)


def test_a_name_that_moves_out_of_the_house_is_not_told(quick, monkeypatch, capsys):
    device = Device()
    told = Webhook(device.url)
    monkeypatch.setattr(webhooks, "of_the_house", lambda address: False)
    told.tell(1, laid(1))
    wait_for(lambda: "outside the house" in capsys.readouterr().err)
    assert device.heard == []
    told.close(0.1)
    device.close()


def test_the_lamp_turns_yellow_for_the_dwarf():
    lamp = Device()
    ear = yellow_lamp.listener(0, lamp.url.partition("/lamp")[0], b"secret")
    ear.RequestHandlerClass.log_message = lambda *_: None
    threading.Thread(target=ear.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{ear.server_address[1]}/"
    told, stranger = Webhook(address, b"secret"), Webhook(address)
    for seq, card in enumerate(("6C", "7D", "8S"), start=1):
        told.tell(1, laid(seq, card))
    told.tell(1, EveningEnded(seq=4))
    told.close()
    stranger.tell(1, laid(9, "7D"))
    stranger.close()
    shown = [json.loads(body)["seg"][0]["col"][0] for path, _, body in lamp.heard]
    assert shown == [yellow_lamp.WHITE, yellow_lamp.YELLOW, yellow_lamp.WHITE]
    assert {path for path, _, _ in lamp.heard} == {"/json/state"}
    ear.shutdown()
    ear.server_close()
    lamp.close()


def test_the_document_says_what_is_done():
    text = (Path(webhooks.__file__).parents[2] / "WEBHOOKS.md").read_text(encoding="utf-8")
    first, second = webhooks.AGAIN
    said = [webhooks.SIGNATURE, f"{webhooks.PATIENCE:g} s", f"{webhooks.WAITING} events"]
    said += ["--webhook-anywhere", f"after {first:g} s and {second:g} s", "NAINJAUNE_WEBHOOK_SECRET"]
    assert [one for one in said if one not in text] == []
