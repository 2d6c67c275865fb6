using NodaTime;
using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Testing.Policies.Truth;

/// <summary>Values enough to meet every case that some questions can tell apart.</summary>
internal static class Candidates
{
    private static readonly Instant From = Instant.FromUtc(2024, 1, 1, 0, 0);
    private static readonly Dictionary<string, object[]> KnownMoments = new(StringComparer.Ordinal);

    public static IReadOnlyList<object?> Of(PlainSignal signal, IReadOnlyList<PlainAtom> atoms)
    {
        var constants = atoms.SelectMany(atom => atom.Constants).ToList();
        IEnumerable<object?> known = signal.Kind switch
        {
            ValueKind.Text => ShortTexts.Of(atoms),
            ValueKind.Set => Subsets([.. Texts(constants).Skip(1)]),
            ValueKind.Word => signal.Words,
            ValueKind.Bool => [false, true],
            ValueKind.Version => Versions(constants),
            ValueKind.Time => Moments([.. atoms.Select(atom => atom.Window).OfType<PlainWindow>().Distinct()]),
            _ => Numbers(constants, signal.Kind == ValueKind.Whole, signal.Unit == "%" ? 100 : null),
        };
        return [.. known, .. signal.CanBeUnknown ? new object?[] { null } : []];
    }

    private static IEnumerable<string> Texts(List<PlainConstant> constants) =>
        constants
            .SelectMany(constant =>
                new[] { constant.Text, constant.Text.ToUpperInvariant(), constant.Text.ToLowerInvariant() }
            )
            .Distinct(StringComparer.Ordinal)
            .Prepend("zzz");

    private static IEnumerable<object> Subsets(string[] texts) =>
        Enumerable
            .Range(0, 1 << texts.Length)
            .Select(bits => (object)texts.Where((_, index) => (bits & (1 << index)) != 0).ToArray());

    private static IEnumerable<object> Versions(List<PlainConstant> constants)
    {
        yield return new[] { 0 };
        foreach (var version in constants.Select(constant => constant.Version))
        {
            yield return version;
            yield return version.Concat([0, 0, 0, 1]).ToArray();
        }

        yield return new[] { 99 };
    }

    private static IEnumerable<object> Numbers(List<PlainConstant> constants, bool isWhole, decimal? most)
    {
        var near = constants
            .Select(constant => (decimal)constant.Numerator / constant.Denominator)
            .SelectMany(number =>
                isWhole
                    ? new[] { decimal.Floor(number) - 1, decimal.Floor(number), decimal.Floor(number) + 1 }
                    : [decimal.Round(number, 3), decimal.Round(number, 3) - 0.01m, decimal.Round(number, 3) + 0.01m]
            );
        return near.Append(0m)
            .Append(most ?? 1000m)
            .Where(number => number >= 0 && !(number > most))
            .Distinct()
            .Cast<object>();
    }

    /// <summary>A moment of each set of open windows, found by a walk through ten years in steps of
    /// half an hour.</summary>
    private static object[] Moments(PlainWindow[] windows)
    {
        var key = string.Join(' ', windows.Select(window => window.Name));
        lock (KnownMoments)
        {
            if (!KnownMoments.TryGetValue(key, out var moments))
            {
                moments =
                [
                    .. Enumerable
                        .Range(0, 10 * 366 * 48)
                        .Select(step => From + Duration.FromMinutes(30 * step))
                        .DistinctBy(
                            moment =>
                                string.Concat(
                                    windows.Select(window => PlainQuestions.IsOpen(window, moment) ? '1' : '0')
                                ),
                            StringComparer.Ordinal
                        )
                        .Cast<object>(),
                ];
                KnownMoments[key] = moments;
            }

            return moments;
        }
    }
}
