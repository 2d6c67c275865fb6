using RgPolicy.Service.Status.Mapping;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status;

public sealed class PolicyMapperTests
{
    [Fact]
    public void NotEnforced_SettingWithoutEffectHere_IsNamedWithItsPoolLineAndReason()
    {
        var program = LoopScene.Compile(
            """
            language 1
            pool critical { cpu weight 1000   cache 100%   cores all }
            pool heavy {
              cpu weight 100
              maxdop 2
            }
            class scan -> heavy when plan.shape = scan
            default -> critical
            """
        );
        var step = Assert.Single(PolicyMapper.NotEnforced(program));

        Assert.Equal(("pool heavy: maxdop 2", 5L), (step.Name, step.Line));
        Assert.NotEmpty(step.Reason!);
    }

    [Fact]
    public void NotEnforced_EverythingIsCarriedOut_IsEmpty() =>
        Assert.Empty(PolicyMapper.NotEnforced(LoopScene.Compile(LoopScene.PolicyText)));
}
