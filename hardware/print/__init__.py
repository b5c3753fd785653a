"""The printed kit as PDF in exact millimetres: markers, a board, chips, a check sheet, a camera guide.

Drawn with reportlab (extra ``[print]``): vector paths, clipping and exact lengths, and files that are the
same to the byte every time. Everything is drawn here; no picture of others is used.
"""
