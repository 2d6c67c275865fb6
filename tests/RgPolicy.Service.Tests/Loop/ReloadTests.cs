using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>Policies change again and again while queries come and go.</summary>
public sealed class ReloadTests : IDisposable
{
    private readonly LoopScene _scene = new();
    private readonly StatusBroker _broker = new();
    private readonly string _path = Path.Combine(Directory.CreateTempSubdirectory("rgp-reload-").FullName, "p.rgp");

    // RGPOLICY_RELOADS=100000 is the whole proof.
    private static int Reloads =>
        int.TryParse(Environment.GetEnvironmentVariable("RGPOLICY_RELOADS"), out var reloads) ? reloads : 1000;

    public void Dispose() => Directory.Delete(Path.GetDirectoryName(_path)!, recursive: true);

    [Fact]
    public async Task Reload_GoodAndBadInTurn_NeverMixesTwoPolicies()
    {
        await File.WriteAllTextAsync(_path, Policy("a"));
        var file = new PolicyFile(_path, TargetProfile.Generic, _scene.Time);
        await using var steps = new LoopSteps(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Broker = _broker,
                PolicyFile = file,
                Program = file.Load().Program!,
                ReportTurn = turn => Check(turn),
            }
        );
        var good = "a";
        for (var round = 0; round < Reloads; round++)
        {
            var isBad = round % 2 == 0;
            good =
                isBad ? good
                : good == "a" ? "b"
                : "a";
            await File.WriteAllTextAsync(_path, isBad ? $"language 1\nclass x{round} -> nowhere when" : Policy(good));
            _scene.Observer.Queries =
            [
                _scene.Query(100 + (round % 7), 1, PlanShape.Scan),
                _scene.Query(200 + (round % 5), 1, PlanShape.Oltp),
            ];
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
            Assert.Equal(isBad, steps.Summarise(LoopEnd.Finished, default).PolicyError is not null);
        }
    }

    /// <summary>Every query that runs has a class of the one policy that is in force.</summary>
    private static void Check(TurnReport turn)
    {
        var program = turn.Governor.Program;
        var letter = program.Policy.Classes[0].Name[..1];
        Assert.All(
            program.Policy.Classes,
            each => Assert.True(each.Name == "default" || each.Name.StartsWith(letter, StringComparison.Ordinal))
        );
        foreach (var query in turn.Governor.Queries)
        {
            Assert.InRange(query.Decision.ClassIndex, 0, program.Policy.Classes.Length - 1);
            var expected = query.Query.ProcessId < 200 ? letter + "_scan" : letter + "_oltp";
            Assert.Equal(expected, program.Policy.Classes[query.Decision.ClassIndex].Name);
        }
    }

    // The classes stand in another order in each, so that an index of one in the other would be seen.
    private static string Policy(string letter) =>
        $$"""
            language 1
            pool {{letter}}_critical  { cpu weight 1000 }
            pool {{letter}}_polluters { cpu weight 100 }
            {{(letter == "a" ? Oltp(letter) : Scan(letter))}}
            {{(letter == "a" ? Scan(letter) : Oltp(letter))}}
            default -> {{letter}}_critical
            """;

    private static string Oltp(string letter) => $"class {letter}_oltp -> {letter}_critical when plan.shape = oltp";

    private static string Scan(string letter) => $"class {letter}_scan -> {letter}_polluters when plan.shape = scan";
}
