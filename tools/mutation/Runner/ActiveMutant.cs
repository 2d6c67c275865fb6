#nullable enable
namespace RgPolicy.Mutation.Runner;

/// <summary>Which change is active. Changed code asks it.</summary>
public static class ActiveMutant
{
    private static bool[]? _asked;

    /// <summary>The active change; 0 for none.</summary>
    public static int Number { get; set; }

    /// <summary>Whether a change is the active one.</summary>
    public static bool Is(int number)
    {
        if (_asked is { } asked && number < asked.Length)
            asked[number] = true;
        return number == Number;
    }

    /// <summary>Notes from now on what is asked for.</summary>
    public static void Note(int most) => _asked = new bool[most + 1];

    /// <summary>The changes that were asked for since <see cref="Note"/>.</summary>
    public static int[] Noted()
    {
        var asked = _asked ?? [];
        _asked = null;
        return System.Linq.Enumerable.ToArray(
            System.Linq.Enumerable.Where(System.Linq.Enumerable.Range(0, asked.Length), number => asked[number])
        );
    }
}
