using System.Collections.Immutable;
using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>What the arms of a bitmap need of a slot.</summary>
/// <param name="Slot">The slot.</param>
/// <param name="Signal">Its signal as a bit.</param>
/// <param name="RankCount">Its ranks are below this number.</param>
/// <param name="Needs">The arms that need something, by their bits.</param>
internal sealed record SlotDraft(int Slot, ulong Signal, int RankCount, ImmutableArray<(int Bit, RankSet Set)> Needs)
{
    /// <summary>One for each slot of which some arm needs something.</summary>
    public static ImmutableArray<SlotDraft> Of(IReadOnlyList<int> numbers, ImmutableArray<Arm> arms, Slots slots) =>
        [
            .. numbers
                .SelectMany((number, bit) => arms[number].Tests.Select(test => (test.Slot, Need: (bit, test.Set))))
                .GroupBy(pair => pair.Slot, pair => pair.Need)
                .OrderBy(group => group.Key)
                .Select(group => new SlotDraft(
                    group.Key,
                    slots.SignalOf(group.Key),
                    slots.RankCount(group.Key),
                    [.. group]
                )),
        ];
}
