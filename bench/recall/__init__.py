"""Recall over files of pools, items and questions, beside baselines in the same run."""
