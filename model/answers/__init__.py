"""What results are read as: values and verdicts, states, remedies, sentences, JSON."""
