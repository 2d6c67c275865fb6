using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Loop;

/// <summary>Answers questions and carries out orders between two turns. What an order has changed is shown before it is
/// answered.</summary>
internal sealed class QuestionStep(
    LoopParts parts,
    PolicyInForce policy,
    PauseStep pause,
    ShowStep show,
    bool isEnforcing
)
{
    // Kept from rest to rest, because waiting has to be given up nowhere.
    private Task? _asked;

    /// <summary>Completes when a client asks; never where none can.</summary>
    public Task WaitAsync() =>
        _asked is { IsCompleted: false } waiting
            ? waiting
            : _asked = parts.Broker?.WaitAsync() ?? Task.Delay(Timeout.Infinite);

    /// <summary>Answers all questions since the last turn.</summary>
    public Task AnswerAsync(Observation last, CancellationToken cancellationToken) =>
        parts.Broker is { } broker
            ? broker.AnswerAsync(
                (question, answer) => AnswerAsync(question, answer, last, cancellationToken),
                (question, fault) => parts.Logger.AnswerFailed(question.Kind.ToString(), fault)
            )
            : Task.CompletedTask;

    private async Task AnswerAsync(
        StatusQuestion question,
        Action<LoopAnswer> answer,
        Observation last,
        CancellationToken cancellationToken
    )
    {
        switch (question.Kind)
        {
            case StatusQuestionKind.Pause or StatusQuestionKind.Resume:
                answer(await TurnSwitchAsync(question, last, cancellationToken));
                break;
            case StatusQuestionKind.Reload:
                policy.Reload(
                    question.By,
                    outcome =>
                    {
                        show.Show(last);
                        answer(OrderMapper.Reload(outcome));
                    }
                );
                break;
            case StatusQuestionKind.ReloadPrevious:
                var document = OrderMapper.Reload(policy.ReloadPrevious(question.By));
                show.Show(last);
                answer(document);
                break;
            case StatusQuestionKind.Approve:
                var approved = OrderMapper.Reload(policy.Approve(question.Revision ?? "", question.By));
                show.Show(last);
                answer(approved);
                break;
            default:
                answer(
                    policy.IsUndecided
                        ? WhyMapper.NotYet
                        : WhyMapper.Answer(question, policy.Governor, parts.Observer.Server.Kind)
                );
                break;
        }
    }

    private async Task<LoopAnswer> TurnSwitchAsync(
        StatusQuestion question,
        Observation last,
        CancellationToken cancellationToken
    )
    {
        var warning = pause.Turn(question.Kind == StatusQuestionKind.Pause, question.By);
        await pause.FollowAsync(last.Time, question.By, cancellationToken);
        await show.RenewAsync(last, cancellationToken);
        var governed = isEnforcing ? show.Sidecar?.Moved.Count : 0;
        return OrderMapper.Pause(pause.Record, parts.Pause?.Path, governed, warning);
    }
}
