using RgPolicy.PolicyProof;

return ProofCommand.Create().Parse(args).Invoke();
