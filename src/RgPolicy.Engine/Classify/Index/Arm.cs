using System.Collections.Immutable;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>One way for a class to match: all literals must hold.</summary>
/// <param name="Class">The class's index.</param>
/// <param name="Keys">What the literals say that a look-up can use: the arm holds only where each key fits.</param>
internal sealed record Arm(int Class, ImmutableArray<ArmKey> Keys)
{
    /// <summary>The arms of a class, of which one must hold.</summary>
    public static IEnumerable<Arm> Of(CompiledClass item) =>
        item.Condition is { } condition
            ? ArmExpansion
                .Of(condition)
                .Select(literals => new Arm(item.Class.Index, [.. literals.Select(ArmKey.Of).OfType<ArmKey>()]))
            : [];
}
