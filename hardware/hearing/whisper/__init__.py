"""Calls heard by Whisper (faster-whisper, CTranslate2) on this computer.

sound ──▶ windows of voice (`windows`) ──▶ phrases that may be said now (`phrases`), each scored by the
network against what it would write freely (`scores`) ──▶ how probable it is that one was said
(`calibration`) ──▶ words for the grammar (`engine`)
"""
