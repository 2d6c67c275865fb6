using System.Diagnostics;
using System.Text.Json;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Testing.Engine;

namespace RgPolicy.Bench.Engine;

/// <summary>The same rules and the same questions to RgPolicy and to a published policy engine, in one run.</summary>
internal static class EngineComparison
{
    public static void Run(TextWriter output, string script, params int[] sizes)
    {
        foreach (var classes in sizes)
        {
            var asked = new ClassifyCase(classes, withoutEquality: 0.01);
            var folder = Directory.CreateTempSubdirectory("rgpolicy-engines-").FullName;
            Write(asked, folder);
            var ours = Timing
                .Median(asked.Questions, question => asked.Program.Classify(question.New(), ClassifyCase.At).ClassIndex)
                .Nanoseconds;
            using var theirs = JsonDocument.Parse(Ask(script, folder));
            var root = theirs.RootElement;
            output.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{classes} classes: RgPolicy {ours:0.0} ns; {root.GetProperty("engine")} {root.GetProperty("median_ns")} ns, {root.GetProperty("wrong")} of "
                        + $"{root.GetProperty("questions")} answers differ; {root.GetProperty("median_ns").GetDouble() / ours:0} times"
                )
            );
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Write(ClassifyCase asked, string folder)
    {
        File.WriteAllText(
            Path.Combine(folder, "classes.json"),
            JsonSerializer.Serialize(
                asked.Drawn.Classes.Select(item =>
                    item.Atoms.Select(atom => new { signal = atom.Signal.Name, comparison = atom.Comparison })
                )
            )
        );
        File.WriteAllText(
            Path.Combine(folder, "questions.json"),
            JsonSerializer.Serialize(
                asked.Questions.Select(question => new
                {
                    context = ClassSource
                        .Signals.Where(signal => question.Values[signal].IsKnown)
                        .ToDictionary(
                            signal => signal.Name.Replace('.', '_'),
                            signal => Value(question.Values, signal),
                            StringComparer.Ordinal
                        ),
                    expected = asked.Program.Classify(question.Values, ClassifyCase.At).ClassIndex,
                })
            )
        );
    }

    private static object Value(SignalValues question, Signal signal) =>
        signal.Type switch
        {
            SignalType.Text => question[signal].Text,
            SignalType.Enum => signal.Words[(int)question[signal].Number],
            _ => (long)question[signal].Number,
        };

    private static string Ask(string script, string folder)
    {
        using var process =
            Process.Start(
                new ProcessStartInfo("node", [script, folder])
                {
                    RedirectStandardOutput = true,
                    UseShellExecute = false,
                }
            ) ?? throw new InvalidOperationException("node does not start.");
        var text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? text
            : throw new InvalidOperationException($"node ended with {process.ExitCode}.");
    }
}
