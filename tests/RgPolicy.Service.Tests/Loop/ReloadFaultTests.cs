using RgPolicy.Language.Targets;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>Whatever goes wrong with a new policy, the last good one stays in force, the reason is said
/// and the loop goes on.</summary>
public sealed class ReloadFaultTests : IDisposable
{
    private readonly LoopScene _scene = new();
    private readonly StatusBroker _broker = new();
    private readonly string _path = Path.Combine(Directory.CreateTempSubdirectory("rgp-fault-").FullName, "p.rgp");

    private int _taken;

    // RGPOLICY_EDITS=10000 is the whole proof; RGPOLICY_SEED parts it.
    private static int Edits => Number("RGPOLICY_EDITS", 300);

    private static int Seed => Number("RGPOLICY_SEED", 20_260_311);

    public void Dispose() => Directory.Delete(Path.GetDirectoryName(_path)!, recursive: true);

    [Fact]
    public async Task Reload_TwoObjectivesOfOneClassEdited_IsTakenOver()
    {
        await using var steps = await StepsAsync(TwoObjectives(5));
        var before = Revision(steps);

        await EditAsync(steps, TwoObjectives(6));

        Assert.NotEqual(before, Revision(steps), StringComparer.Ordinal);
        Assert.Null(Error(steps));
    }

    [Fact]
    public async Task Reload_ReadingThrows_LastGoodStaysAndTheReasonIsSaid()
    {
        await using var steps = await StepsAsync(
            TwoObjectives(5),
            parts => parts with { ReadPolicy = (_, _, _) => throw new InvalidOperationException("broken inside") }
        );
        var before = Revision(steps);

        await EditAsync(steps, TwoObjectives(6));

        Assert.Equal(before, Revision(steps));
        Assert.Contains("broken inside", Error(steps), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Reload_NewerFileWhileOneIsChecked_EndsTheOlderCheck()
    {
        using var isEnded = new ManualResetEventSlim();
        var checks = 0;
        await using var steps = await StepsAsync(
            TwoObjectives(5),
            parts =>
                parts with
                {
                    ReadPolicy = (file, program, token) =>
                    {
                        if (Interlocked.Increment(ref checks) == 1)
                        {
                            token.WaitHandle.WaitOne(TimeSpan.FromMinutes(1));
                            isEnded.Set();
                            token.ThrowIfCancellationRequested();
                        }

                        return PolicyChange.Read(file, program, token);
                    },
                }
        );
        var before = Revision(steps);
        await File.WriteAllTextAsync(_path, TwoObjectives(6));
        await _scene.TurnsUntilAsync(steps, () => Volatile.Read(ref checks) == 1);

        await File.WriteAllTextAsync(_path, TwoObjectives(7));
        await _scene.TurnsUntilAsync(steps, () => Revision(steps) != before);

        Assert.True(isEnded.Wait(TimeSpan.FromMinutes(1)));
        Assert.Null(Error(steps));
    }

    [Fact]
    public async Task Reload_CheckNeverEnds_IsGivenUpWithAReason()
    {
        var time = new ManualTime();
        using var isOver = new ManualResetEventSlim();
        using var isBegun = new ManualResetEventSlim();
        await using var steps = await StepsAsync(
            TwoObjectives(5),
            parts =>
                parts with
                {
                    CheckTime = time,
                    ReadPolicy = (_, _, _) =>
                    {
                        isBegun.Set();
                        isOver.Wait(TimeSpan.FromMinutes(5), CancellationToken.None);
                        return PolicyChange.Refused("too late");
                    },
                }
        );

        await File.WriteAllTextAsync(_path, TwoObjectives(6));
        await _scene.TurnsUntilAsync(steps, () => isBegun.IsSet);
        time.Advance(PolicyReading.Longest + TimeSpan.FromSeconds(1));
        await _scene.TurnsUntilAsync(steps, () => Error(steps) is not null);

        Assert.Contains("was not checked within", Error(steps), StringComparison.Ordinal);
        isOver.Set();
    }

    [Fact]
    public async Task Reload_RandomEdits_NeverEndTheLoop()
    {
        var random = new Random(Seed);
        await using var steps = await StepsAsync(TwoObjectives(5));
        for (var edit = 0; edit < Edits; edit++)
        {
            await File.WriteAllBytesAsync(_path, Encoding.Latin1.GetBytes(RandomEdits.Of(random)));
            var asked = _broker.AskAsync(new StatusQuestion(StatusQuestionKind.Reload), CancellationToken.None);
            await _scene.TurnsUntilAsync(
                steps,
                () =>
                {
                    steps.AnswerQuestionsAsync(CancellationToken.None).GetAwaiter().GetResult();
                    return asked.IsCompleted;
                }
            );
            _scene.Forget();
            _taken += Error(steps) is null ? 1 : 0;
        }

        Assert.InRange(_taken, Edits / 10, Edits * 9 / 10);
    }

    private static int Number(string name, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(name), out var number) ? number : otherwise;

    private static string TwoObjectives(int seconds) =>
        $$"""
            language 1
            pool p { cache 100% cpu weight 1000 }
            pool q { cache 10%, at least 2 ways cpu weight 50 }
            default -> p
            objective default p95 elapsed < 1 s { yields q }
            objective default p99 elapsed < {{seconds}} s { yields q }
            """;

    private static string Revision(LoopSteps steps) => steps.Summarise(LoopEnd.Finished, default).Revision;

    private static string? Error(LoopSteps steps) => steps.Summarise(LoopEnd.Finished, default).PolicyError;

    private async Task<LoopSteps> StepsAsync(string text, Func<LoopParts, LoopParts>? change = null)
    {
        await File.WriteAllTextAsync(_path, text);
        var file = new PolicyFile(_path, TargetProfile.Generic, _scene.Time);
        var parts = _scene.Parts(GovernorLevel.Enforce) with
        {
            Broker = _broker,
            PolicyFile = file,
            Program = file.Load().Program!,
        };
        return new LoopSteps(change?.Invoke(parts) ?? parts);
    }

    /// <summary>Writes the file and turns until the loop has taken it in, whatever it made of it.</summary>
    private async Task EditAsync(LoopSteps steps, string text)
    {
        var (before, error) = (Revision(steps), Error(steps));
        await File.WriteAllTextAsync(_path, text);
        var turns = 0;
        await _scene.TurnsUntilAsync(
            steps,
            () => ++turns > 3 && (Revision(steps) != before || Error(steps) != error || turns > 40)
        );
    }
}
