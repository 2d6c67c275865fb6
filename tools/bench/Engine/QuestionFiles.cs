using System.Text.Json;
using RgPolicy.Testing.Engine;

namespace RgPolicy.Bench.Engine;

/// <summary>A drawn policy and questions as files for <c>rgp classify</c>.</summary>
internal static class QuestionFiles
{
    private const int Seed = 20261121;

    public static void Write(int classes, int lines, string folder)
    {
        var random = new Random(Seed);
        var source = new ClassSource(random, classes, withoutEquality: 0.01);
        var drawn = DrawnPolicy.DrawLarge(classes, source);
        var questions = new QuestionSource(random, drawn, source);
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, "policy.rgp"), drawn.Text);
        using var file = File.CreateText(Path.Combine(folder, "questions.jsonl"));
        for (var line = 0; line < lines; line++)
        {
            file.WriteLine(
                JsonSerializer.Serialize(
                    questions.Next().ToDictionary(pair => pair.Key.Name, pair => pair.Value, StringComparer.Ordinal)
                )
            );
        }
    }
}
