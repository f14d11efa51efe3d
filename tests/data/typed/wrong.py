"""Mistakes that a type checker must see, one in each line below the import."""

import armillary as arm

arm.lod("arm.toml")
arm.simulate(3)
arm.controllers.PD(kp=1.0, kdd=2.0)
print(arm.library.get("panda").joints[0].nam)
