using System.Diagnostics;

namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>Steps that are carried out in the test machine, each printed when it held.</summary>
internal static class VmSteps
{
    /// <summary>Everything takes many times as long in the emulator; the steps wait for what must come and measure
    /// nothing.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(300);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    /// <summary>Carries them out until one does not hold; true when all held.</summary>
    /// <param name="steps">What they are called, and they.</param>
    /// <param name="state">What is printed beside a failure.</param>
    public static async Task<bool> HoldAsync(IEnumerable<(string Name, Func<Task> Step)> steps, Func<string> state)
    {
        foreach (var (name, step) in steps)
        {
            var started = Stopwatch.StartNew();
            try
            {
                await step();
                Say($"ok   {name} ({started.Elapsed.TotalSeconds:F1} s)");
            }
            catch (Exception e)
            {
                Say($"FAIL {name} ({started.Elapsed.TotalSeconds:F1} s)");
                Say($"{e}\n{state()}");
                return false;
            }
        }

        return true;
    }

    /// <summary>Waits until something is so.</summary>
    public static async Task EventuallyAsync(Func<bool> condition, string what)
    {
        var clock = Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(clock.Elapsed < Patience, $"not within {Patience.TotalSeconds} s: {what}");
            await Task.Delay(Pause);
        }
    }

    /// <summary>Prints a line.</summary>
    public static void Say(FormattableString text) => Console.WriteLine(FormattableString.Invariant(text));
}
