"""Documents, which know nothing of blackjack: one model, and a writer for each form.

model.py is what a document is made of; compose.py makes one of a template's prose and of what a
program computed; html.py, markdown.py, text.py, pdf.py and data.py write it. drawing.py is the one
model of a picture, which svg.py and pictures.py write; plots.py draws plots. Whatever comes from
outside is escaped by the writers, nowhere else.
"""
