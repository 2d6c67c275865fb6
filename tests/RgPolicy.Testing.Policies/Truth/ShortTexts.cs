using System.Collections;
using System.Collections.Concurrent;
using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Testing.Policies.Truth;

/// <summary>Every text of a few letters, and of those one for each set of answers to some questions.</summary>
internal static class ShortTexts
{
    private const int Longest = 5;
    private const string Letters = "zaAbB7";

    private static readonly string[] All = [.. Enumerable.Range(0, Longest + 1).SelectMany(OfLength)];
    private static readonly ConcurrentDictionary<(AtomKind Kind, string Text, bool Exactly), BitArray> Answers = new();

    /// <summary>The texts; the first has answer no wherever a text can have it.</summary>
    public static IReadOnlyList<object> Of(IReadOnlyList<PlainAtom> atoms)
    {
        var answers = atoms
            .Where(atom => atom.Kind != AtomKind.Known)
            .SelectMany(atom => atom.Constants.Select(constant => Answer(atom, constant)))
            .Distinct()
            .ToList();
        var found = new Dictionary<string, object>(StringComparer.Ordinal);
        for (var index = 0; index < All.Length; index++)
        {
            var key = new string([.. answers.Select(answer => answer[index] ? '1' : '0')]);
            found.TryAdd(key, All[index]);
        }

        return [.. found.Values];
    }

    private static IEnumerable<string> OfLength(int length) =>
        length == 0 ? [""] : OfLength(length - 1).SelectMany(text => Letters.Select(letter => text + letter));

    private static BitArray Answer(PlainAtom atom, PlainConstant constant)
    {
        var kind = atom.Kind == AtomKind.Like ? AtomKind.Like : AtomKind.Equal;
        return Answers.GetOrAdd(
            (kind, constant.Text, constant.Exactly),
            _ =>
            {
                var question = new PlainAtom(atom.Signal, kind, [constant]);
                return new BitArray(Array.ConvertAll(All, text => PlainQuestions.Answer(question, text)));
            }
        );
    }
}
