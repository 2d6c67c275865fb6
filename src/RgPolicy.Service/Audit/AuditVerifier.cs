using RgPolicy.Service.Files;

namespace RgPolicy.Service.Audit;

/// <summary>Follows a trail's chain from its first line to its last.</summary>
internal static class AuditVerifier
{
    /// <summary>Checks all files of a trail; a trail that does not exist is whole and empty.</summary>
    /// <param name="path">The file that is written.</param>
    /// <param name="known">A hash that must be in the chain, as an earlier check gave it; null to ask for none.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public static AuditCheck Verify(string path, string? known = null)
    {
        var walk = new Walk(known);
        foreach (var file in NumberedFiles.InOrder(path))
        {
            var line = 0;
            foreach (var text in AuditLines.Of(file))
            {
                line++;
                if (walk.Take(text) is { } problem)
                {
                    // What is behind it in this file proves nothing; the next file may begin with the
                    // gap that tells of it.
                    walk.Break(Invariant($"{file}:{line}: {problem}"));
                    break;
                }
            }
        }

        return walk.Result();
    }

    private sealed class Walk(string? known)
    {
        private AuditLink _last = new(0, "", AuditLine.NoHash);
        private AuditCheck? _broken;
        private bool _goesOn = true;
        private long _entries;
        private long _first;
        private bool _hasKnown = known is null;

        /// <summary>What is wrong with a line; null where it follows the one before.</summary>
        public string? Take(byte[] line)
        {
            if (AuditLine.Read(line) is not { } link)
                return "this line was changed, or was not written whole";

            if (
                _entries > 0
                && (
                    link.Number != _last.Number + 1
                    || !string.Equals(link.Previous, _last.Hash, StringComparison.Ordinal)
                )
            )
            {
                return Invariant(
                    $"entry {link.Number} does not follow entry {_last.Number}: something was removed, inserted or rewritten"
                );
            }

            _first = _entries++ == 0 ? link.Number : _first;
            (_last, _goesOn) = (link, true);
            _hasKnown |= string.Equals(link.Hash, known, StringComparison.Ordinal);
            return null;
        }

        public void Break(string problem)
        {
            _goesOn = false;
            _broken ??= Check(problem);
        }

        public AuditCheck Result() => (_broken ?? Check(null)) with { End = _last, GoesOn = _goesOn };

        private AuditCheck Check(string? problem) =>
            new(_entries, _first, _last.Number, _last.Hash, problem, _hasKnown);
    }
}
