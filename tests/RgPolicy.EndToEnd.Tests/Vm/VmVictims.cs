using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>The programs that are killed.</summary>
internal static class VmVictims
{
    public const string Service = "service";
    public const string Mover = "mover";
    public const string Guard = "guard";

    /// <summary>Their names.</summary>
    public static string[] All { get; } = [Mover, Guard, Service];

    /// <summary>So many of them in an order by chance: each once before any comes again.</summary>
    public static IEnumerable<string> Draw(int seed, int count)
    {
        var random = new Random(seed);
        return Enumerable
            .Range(0, count)
            .GroupBy(n => n / All.Length)
            .SelectMany(round =>
            {
                string[] order = [.. All];
                random.Shuffle(order);
                return order.Take(round.Count());
            });
    }

    /// <summary>The process of one.</summary>
    public static int ProcessOf(GovernedServer governed, string victim) =>
        victim switch
        {
            Service => governed.Service.ProcessId,
            Mover => governed.Mover ?? throw new InvalidOperationException("no mover runs"),
            _ => governed.Guard ?? throw new InvalidOperationException("no guard runs"),
        };
}
