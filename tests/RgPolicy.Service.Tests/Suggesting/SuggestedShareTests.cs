using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Suggesting;
using static RgPolicy.Service.Tests.Suggesting.Workloads;

namespace RgPolicy.Service.Tests.Suggesting;

public sealed class SuggestedShareTests
{
    private static readonly TargetProfile Target = TargetProfile.Generic;

    /// <summary>htap.rgp is held against a simulation, so that it slows nothing; what is suggested goes no further.
    /// </summary>
    [Fact]
    public void Suggest_AnyStatement_HasTheShareOfTheCacheThatHtapGives()
    {
        var htap = Compile(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "policies", "htap.rgp")));
        foreach (var shape in Enum.GetValues<PlanShape>().Where(each => each != PlanShape.Unknown))
        {
            foreach (var size in Enumerable.Range(10, 32).Select(power => (decimal)Math.Pow(2, power)))
            {
                var workload = Of(Group(shape, size));
                var suggested = Compile(
                    PolicySuggester
                        .Suggest(workload, new SuggestionRequest(Target, "monday.rgrec", "postgresql", null))
                        .Text
                        ?? ""
                );

                Assert.Equal(WaysOf(htap, workload), WaysOf(suggested, workload));
            }
        }
    }

    private static PolicyProgram Compile(string text)
    {
        var check = PolicyReader.Check(text, "test.rgp", Target);
        Assert.True(check.Policy is not null, string.Join("; ", check.Diagnostics.Select(each => each.Message)));
        return PolicyProgram.Compile(check.Policy, Target);
    }

    private static int? WaysOf(PolicyProgram program, Workload workload) =>
        program.PoolOf(new PlacedWork(program, workload).ClassOf(workload.Groups[0])).WayCount;
}
