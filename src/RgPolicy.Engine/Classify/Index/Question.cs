using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>An observation as the index looks at it.</summary>
/// <param name="ranks">Its ranks, as <see cref="Slots.Read"/> tells them.</param>
/// <param name="values">Its values.</param>
/// <param name="at">When it is.</param>
/// <param name="inexact">See <see cref="Slots.Inexact"/>.</param>
internal readonly ref struct Question(ReadOnlySpan<int> ranks, SignalValues values, Instant at, ulong inexact)
{
    public readonly ReadOnlySpan<int> Ranks = ranks;

    public readonly SignalValues Values = values;

    public readonly Instant At = at;

    public readonly ulong Inexact = inexact;

    /// <summary>How far a key can be from its number, as a part of it.</summary>
    public readonly double Slack = inexact == 0 ? 0 : KeyRange.Margin;
}
